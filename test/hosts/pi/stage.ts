// Owns: what the tests of pi share: models and sessions that are let go of when a test is over.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentSession } from '@earendil-works/pi-coding-agent';
import { SessionManager } from '@earendil-works/pi-coding-agent';
import { afterEach } from 'vitest';
import { contextfold } from '../../../src/hosts/pi/index.js';
import type { Home } from '../life.js';
import type { Faux, SessionSetup } from './player.js';
import { faux, openSession, readTool, textsIn } from './player.js';

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Is done when the test is over. */
export const afterwards = (close: () => void | Promise<void>): void => void closing.push(close);

/** A directory for the test. */
export const scratch = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'contextfold-pi-'));
  afterwards(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};

/** A fake model for the test. */
export const fauxModel = (): Faux => {
  const model = faux();
  afterwards(() => model.provider.unregister());
  return model;
};

/** A session of the coding agent with our extension and a tool that reads. */
export const opened = async (
  at: Home,
  setup: Partial<SessionSetup> & Pick<SessionSetup, 'model'>,
): Promise<AgentSession> => {
  const session = await openSession({
    directory: scratch(),
    sessionManager: SessionManager.inMemory(at.cwd),
    extensions: [contextfold(at)],
    tools: [readTool(() => undefined)],
    ...setup,
  });
  afterwards(() => session.dispose());
  return session;
};

/** The first line of each text that the model was shown at its last call. */
export const lastShown = ({ shown }: Faux): readonly string[] =>
  textsIn(shown.at(-1) ?? []).map((text) => text.split('\n')[0] ?? '');

/** The first line of our frame. */
export const FRAME = '<system-reminder>';
