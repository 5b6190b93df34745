import { openai } from '@ai-sdk/openai';
import type { ToolSet, UIMessage } from 'ai';
import { convertToModelMessages, stepCountIs, streamText } from 'ai';
import { agentInstructions } from 'contextfold';
import { contextfold, fromUI, intoUI } from 'contextfold/hosts/ai-sdk';
import { nodePorts, surroundings } from 'contextfold/node';

/** One request of a chat whose server keeps its messages: `messages` are what was stored, and the newest. */
export const respond = async (
  cwd: string,
  messages: UIMessage[],
  tools: ToolSet,
  save: (messages: UIMessage[]) => Promise<void>,
): Promise<Response> => {
  const instructions = agentInstructions({ maxBytes: 65_536 }, surroundings());
  const { prepareStep, history } = contextfold({ cwd, ports: nodePorts(), sources: [instructions] });
  const result = streamText({
    model: openai('gpt-5'),
    messages: await convertToModelMessages(fromUI(messages)),
    tools,
    stopWhen: stepCountIs(20),
    prepareStep,
  });
  return result.toUIMessageStreamResponse({
    originalMessages: messages,
    onFinish: async ({ messages: all }) => {
      await save(intoUI(all, history(await convertToModelMessages(fromUI(all)))));
    },
  });
};
