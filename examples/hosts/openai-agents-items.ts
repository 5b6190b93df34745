import type { Agent, AgentInputItem } from '@openai/agents';
import { run } from '@openai/agents';
import type { OpenAIAgentsContext } from 'contextfold/hosts/openai-agents';

/** One turn of a conversation whose items the embedder stores itself. */
export const reply = async (
  { callModelInputFilter, history }: OpenAIAgentsContext,
  agent: Agent,
  stored: AgentInputItem[],
  said: string,
): Promise<AgentInputItem[]> => {
  const result = await run(agent, [...stored, { role: 'user', content: said }], { callModelInputFilter });
  return history(result.history); // to be stored
};
