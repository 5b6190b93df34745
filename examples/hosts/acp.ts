import type { ClientContext, Stream } from '@agentclientprotocol/sdk';
import { PROTOCOL_VERSION, client, methods } from '@agentclientprotocol/sdk';
import { agentInstructions } from 'contextfold';
import { contextfold } from 'contextfold/hosts/acp';
import { nodePorts, surroundings } from 'contextfold/node';

/** A client whose agent is told what it has to know; it answers `ask` for a session in `cwd`. */
export const connected = async (stream: Stream) => {
  const instructions = agentInstructions({ maxBytes: 65_536 }, surroundings());
  const ours = contextfold({ ports: nodePorts(), sources: [instructions] });
  const { agent } = client({ name: 'editor' })
    .onNotification(methods.client.session.update, ({ params }) => ours.observe(params))
    .connect(stream);
  await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION });
  return { begin: (cwd: string) => begin(agent, ours, cwd) };
};

const begin = async (agent: ClientContext, ours: ReturnType<typeof contextfold>, cwd: string) => {
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
  ours.open(sessionId, cwd);
  return {
    ask: (text: string) =>
      ours.prompt({ sessionId, prompt: [{ type: 'text' as const, text }] }, (request) =>
        agent.request(methods.agent.session.prompt, request),
      ),
  };
};
