// Owns: a browser for the tests of reports, and reports opened in it: from disk, with everything watched that a page
// may do wrong.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { run } from '../run.js';

const PLACES = [process.env['CONTEXTFOLD_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Starts Debian's chromium, or the one that CONTEXTFOLD_CHROMIUM names. */
export const startBrowser = (): Promise<Browser> => {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
  if (executablePath === undefined) {
    throw new Error('chromium is missing: `apt-get install -y chromium`, or name one in CONTEXTFOLD_CHROMIUM');
  }
  // A container's root cannot have the sandbox; nothing but our own files is opened.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
};

/** A page, and what it did that a report must not do. */
export interface Opened {
  readonly page: Page;
  readonly problems: string[];
}

/** Writes the report of a log into a folder; its path. */
export const reportOf = async (folder: string, name: string, log: string): Promise<string> => {
  writeFileSync(join(folder, `${name}.jsonl`), log);
  const { code, err } = await run(['inspect', `${name}.jsonl`], { cwd: folder });
  if (code !== 0) throw new Error(err);
  return join(folder, `${name}.html`);
};

/** How a page is opened. */
export interface Opening {
  readonly colorScheme?: 'light' | 'dark';
}

/** Opens a report and waits until it is drawn. */
export const openReport = async (
  browser: Browser,
  file: string,
  { colorScheme = 'light' }: Opening = {},
): Promise<Opened> => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, colorScheme });
  const problems: string[] = [];
  page.on('console', (message) => problems.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (request.url() !== `file://${file}`) problems.push(`request: ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`file://${file}`);
  await page.waitForFunction('performance.getEntriesByName(\'drawn\').length > 0');
  await nextFrame(page);
  return { page, problems };
};

/** Waits until what changed was painted. */
export const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
