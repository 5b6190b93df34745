import type { AgentContext } from '@agentclientprotocol/sdk';
import { methods } from '@agentclientprotocol/sdk';
import { acpFileSystem } from 'contextfold/hosts/acp';
import { nodeFileSystem, nodePorts } from 'contextfold/node';

/** What an agent lends for one session: this machine, but files as the editor shows them. */
export const portsOf = (client: AgentContext, sessionId: string) => ({
  ...nodePorts(),
  fileSystem: acpFileSystem({
    sessionId,
    readTextFile: (request, cancellationSignal) =>
      client.request(methods.client.fs.readTextFile, request, { cancellationSignal }),
    beside: nodeFileSystem(),
  }),
});
