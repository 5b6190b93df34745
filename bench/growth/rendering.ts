// Owns: how the rendering of a baseline grows with its files, most of which do not fit.
import { baselineSection, renderBaseline } from '../../src/sources/agent-instructions/render.js';
import type { Growth } from '../measure.js';
import { expectEqual, grown } from '../measure.js';

const SIZES = [125, 250, 500, 1000, 2000] as const;
const FILE_BYTES = 8192;
const MAX_BYTES = 65_536;

/** Files of 8 KiB, into 64 KiB. */
export const renderingGrowth = async (): Promise<readonly Growth[]> => {
  const contents = Array.from({ length: Math.max(...SIZES) }, (_, index) =>
    Buffer.from(`File ${index}. `.padEnd(FILE_BYTES, 'All of this is worth knowing.\n')).toString('utf8'),
  );
  const rendering = (files: number) => (): void => {
    const sections = contents.slice(0, files).map((content, index) => baselineSection(`d${index}/AGENTS.md`, content));
    const allocation = renderBaseline(sections, false, MAX_BYTES, []);
    expectEqual('sections', allocation?.fates.length, files);
  };
  return [await grown('rendering, by files of 8 KiB', SIZES, rendering)];
};
