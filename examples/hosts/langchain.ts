import { MemorySaver } from '@langchain/langgraph';
import { agentInstructions } from 'contextfold';
import { contextfold } from 'contextfold/hosts/langchain';
import { nodePorts, surroundings } from 'contextfold/node';
import type { CreateAgentParams } from 'langchain';
import { createAgent, createMiddleware } from 'langchain';

const context = contextfold({
  cwd: process.cwd(), // or, for each run: ({ configurable }) => `${configurable?.['project']}`
  ports: nodePorts(),
  sources: [agentInstructions({ maxBytes: 65_536 }, surroundings())],
});

/** An agent; `tools` have `read`, `write` and `edit`. Invoke it with a `thread_id`. */
export const agentWith = (model: string, tools: NonNullable<CreateAgentParams['tools']>) =>
  createAgent({ model, tools, middleware: [createMiddleware(context)], checkpointer: new MemorySaver() });
