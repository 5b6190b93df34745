import type { Plugin } from '@opencode-ai/plugin';
import { agentInstructions } from 'contextfold';
import { contextfold } from 'contextfold/hosts/opencode';
import { nodePorts, surroundings } from 'contextfold/node';

const touchTools = { read: 'filePath', write: 'filePath', edit: 'filePath' }; // as opencode's own tools name them

export const Contextfold: Plugin = contextfold({
  ports: nodePorts(),
  sources: [agentInstructions({ maxBytes: 65_536, touchTools }, surroundings())],
});
