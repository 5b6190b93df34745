import { openai } from '@ai-sdk/openai';
import type { ModelMessage, ToolSet } from 'ai';
import { stepCountIs, streamText } from 'ai';
import { agentInstructions } from 'contextfold';
import { contextfold } from 'contextfold/hosts/ai-sdk';
import { nodePorts, surroundings } from 'contextfold/node';

/** One request of a conversation: `messages` are what was stored, `tools` have `read`, `write` and `edit`. */
export const reply = async (cwd: string, messages: ModelMessage[], tools: ToolSet): Promise<ModelMessage[]> => {
  const instructions = agentInstructions({ maxBytes: 65_536 }, surroundings());
  const { prepareStep, history } = contextfold({ cwd, ports: nodePorts(), sources: [instructions] });
  const model = openai('gpt-5');
  const result = streamText({ model, messages, tools, stopWhen: stepCountIs(20), prepareStep });
  for await (const text of result.textStream) process.stdout.write(text);
  const { messages: answers } = await result.response;
  return history([...messages, ...answers]); // to be stored
};
