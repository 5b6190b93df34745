import type { Session } from '@openai/agents';
import { Agent, MemorySession, run, tool } from '@openai/agents';
import { agentInstructions } from 'contextfold';
import { contextfold } from 'contextfold/hosts/openai-agents';
import { nodePorts, surroundings } from 'contextfold/node';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const sources = [agentInstructions({ maxBytes: 65_536 }, surroundings())];
const context = contextfold({ cwd: process.cwd(), ports: nodePorts(), sources });
const { callModelInputFilter, watch } = context;

const read = tool(
  watch({
    name: 'read',
    description: 'Reads a file.',
    parameters: z.object({ file_path: z.string() }),
    execute: ({ file_path }: { file_path: string }) => readFile(file_path, 'utf8'),
  }),
);

const agent = new Agent({ name: 'Reader', tools: [read] });
const session: Session = context.session(new MemorySession()); // or any other

/** One turn of the conversation. */
export const reply = async (said: string): Promise<string | undefined> => {
  const result = await run(agent, said, { session, callModelInputFilter });
  return result.finalOutput;
};
