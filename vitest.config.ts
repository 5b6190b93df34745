// Owns: where the tests are and how they run. `npx vitest run <path>` narrows it to one file or folder.
import { defineConfig } from 'vitest/config';
import { pageForVite } from './scripts/page.mjs';

export default defineConfig({
  plugins: [pageForVite],
  test: {
    include: ['test/**/*.test.ts', 'property-tests/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 120_000,
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text', 'html'] },
  },
});
