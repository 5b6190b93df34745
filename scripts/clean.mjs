// Owns: an empty `dist/` before a build, so that nothing of an earlier one is shipped.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

rmSync(join(root, 'dist'), { recursive: true, force: true });
