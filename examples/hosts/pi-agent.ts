import type { AgentTool } from '@earendil-works/pi-agent-core';
import { Agent } from '@earendil-works/pi-agent-core';
import { getModel } from '@earendil-works/pi-ai';
import { agentInstructions } from 'contextfold';
import { bindAgent } from 'contextfold/hosts/pi';
import { nodePorts, surroundings } from 'contextfold/node';

/** An agent of one's own: `prompt` it through the binding. `tools` have `read`, `write` and `edit`. */
export const agentIn = (cwd: string, tools: AgentTool[]) => {
  const agent = new Agent({ initialState: { model: getModel('anthropic', 'claude-sonnet-4-5'), tools } });
  const instructions = agentInstructions({ maxBytes: 65_536 }, surroundings());
  return bindAgent(agent, { cwd, ports: nodePorts(), sources: [instructions] });
};
