import type { ExtensionFactory } from '@earendil-works/pi-coding-agent';
import { agentInstructions } from 'contextfold';
import { touchToolsOf } from 'contextfold/readers';
import { contextfold } from 'contextfold/hosts/pi';
import { nodePorts, surroundings } from 'contextfold/node';

const touchTools = touchToolsOf('pi') ?? {}; // `read`, `write` and `edit`, by their argument `path`

/** The default export of an extension of the coding agent. */
const extension: ExtensionFactory = contextfold({
  ports: nodePorts(),
  sources: [agentInstructions({ maxBytes: 65_536, touchTools }, surroundings())],
});

export default extension;
