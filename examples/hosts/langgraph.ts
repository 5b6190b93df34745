import type { AIMessage, BaseMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import type { ToolNode } from '@langchain/langgraph/prebuilt';
import type { LangChainContext } from 'contextfold/hosts/langchain';

/** A graph of one's own: the node stands before that of the model, after the tools too. */
export const graphWith = (
  context: LangChainContext,
  model: { invoke: (messages: BaseMessage[]) => Promise<AIMessage> },
  tools: ToolNode,
) =>
  new StateGraph(MessagesAnnotation)
    .addNode('context', context.beforeModel)
    .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode('tools', tools)
    .addEdge(START, 'context')
    .addEdge('context', 'model')
    .addConditionalEdges('model', ({ messages }) =>
      ((messages.at(-1) as AIMessage).tool_calls ?? []).length > 0 ? 'tools' : END,
    )
    .addEdge('tools', 'context');
