// Owns: the report in a real browser: what is drawn, what is said of it, what keys do, and what no log can make it do.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../seed.js';
import { ATTACK, attackLog, largeLog, smallLog } from './logs.js';
import type { Opened } from './page.js';
import { nextFrame, openReport, reportOf, startBrowser } from './page.js';

let folder = '';
let browser: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'contextfold-'));
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const textsOf = (page: Page, selector: string): Promise<readonly string[]> => page.locator(selector).allTextContents();
const slider = (page: Page) => page.getByRole('slider', { name: 'Step' });
const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
  await nextFrame(page);
};

/** How many colours a rectangle of a canvas holds; 1 where nothing is painted. */
const coloursOf = (page: Page, selector: string): Promise<number> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector(${JSON.stringify(selector)});
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  })()`);

const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { activeElement: at } = document;
    return at.getAttribute('aria-label') ?? at.textContent;
  })()`);

describe(`a report of five scopes (R5, seed ${seed})`, () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openReport(browser, await reportOf(folder, 'small', await smallLog(seed)));
  });
  afterAll(() => opened.page.close());

  test('draws a lane for each scope, from broad to specific, then for each other source', async () => {
    expect(await textsOf(opened.page, '.lane')).toEqual([
      '~/.dsh/AGENTS.md',
      'AGENTS.md',
      'packages/api/AGENTS.md',
      'packages/web/AGENTS.md',
      'packages/web/AGENTS.local.md',
      'tmux-context',
      'time-context',
    ]);
    expect(await coloursOf(opened.page, '.plot')).toBeGreaterThan(8);
    expect(await coloursOf(opened.page, '.chart canvas')).toBeGreaterThan(3);
  });

  test('has a mark for the start, the compaction and the resume, each told in words', async () => {
    const marks = opened.page.getByRole('toolbar', { name: 'Marks' }).getByRole('button');
    const labels = await marks.evaluateAll((all: readonly { ariaLabel: string }[]) =>
      all.map((mark) => mark.ariaLabel),
    );
    expect(labels).toEqual([
      expect.stringMatching(/^session start, before the model saw turn 1, step 1, event 0, 2026-01-01 00:00:00 UTC$/u),
      expect.stringMatching(/^compaction, before the model saw turn 3, step 1, event \d+, /u),
      expect.stringMatching(/^resume, before the model saw turn 4, step 1, event \d+, /u),
    ]);
  });

  test('the Tab key goes through the page in the order of the eye, one stop for a group', async () => {
    const { page } = opened;
    await page.reload();
    await nextFrame(page);
    const stops: string[] = [];
    for (let stop = 0; stop < 17; stop += 1) {
      await page.keyboard.press('Tab');
      stops.push((await focused(page)).replace(/,.*$/u, ''));
    }
    expect(stops).toEqual([
      'agent-instructions',
      'conversation',
      'tmux-context',
      'time-context',
      'Zoom out',
      'Zoom in',
      'All',
      'session start',
      'Step',
      '~/.dsh/AGENTS.md',
      'Previous change',
      'Previous step',
      'Next step',
      'Next change',
      expect.stringContaining('AGENTS.md'),
      'The text',
      expect.stringContaining('AGENTS.md'),
    ]);
  });

  test('arrow keys go from step to step, with Shift from change to change, Enter to what the step saw', async () => {
    const { page } = opened;
    await slider(page).focus();
    await press(page, 'Home');
    expect(await slider(page).getAttribute('aria-valuetext')).toBe('turn 1, step 1, 1 of 19; 4 texts in force');
    expect(await page.locator('#step').innerText()).toBe('Turn 1, step 1');
    await press(page, 'ArrowRight', 'ArrowRight');
    expect(await slider(page).getAttribute('aria-valuenow')).toBe('3');
    await press(page, 'Shift+ArrowRight');
    expect(await page.locator('#step').innerText()).toBe('Turn 1, step 4');
    await press(page, 'Enter');
    expect(await focused(page)).toBe('Turn 1, step 4');
  });

  test('a step shows the exact message, and a diff of what changed', async () => {
    const { page } = opened;
    await slider(page).focus();
    await press(page, 'Home', 'Shift+ArrowRight', 'Shift+ArrowRight');
    const changed = page.locator('section[aria-labelledby=changes]');
    expect(await changed.locator('.file').first().innerText()).toBe('AGENTS.md');
    expect(await changed.innerText()).toContain('changed (touched packages/api/health.ts)');
    expect(await changed.locator('.diff .line.came').count()).toBeGreaterThan(0);

    const log = readFileSync(join(folder, 'small.jsonl'), 'utf8').trim().split('\n').slice(1);
    interface Line {
      readonly data: { readonly content?: readonly { readonly text: string }[]; readonly source?: { kind: string } };
    }
    const said = log
      .map((line) => JSON.parse(line) as Line)
      .flatMap(({ data }) => (data.source?.kind === 'agent-instructions' ? [data.content?.[0]?.text] : []));
    const shown = await page.locator('section[aria-labelledby=messages] pre').allTextContents();
    expect(shown).toEqual(said.slice(0, 3));
  });

  test('lanes are walked with the keys, and a lane tells path, digest and bytes', async () => {
    const { page } = opened;
    await page.locator('.lane').nth(0).focus();
    await press(page, 'ArrowDown', 'ArrowDown');
    await press(page, 'Home', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    const told = await page.getByRole('status').innerText();
    expect(told.replace(/\d+ bytes · SHA-1 [0-9a-f]{12}/u, '<bytes and digest>')).toBe(
      'packages/api/AGENTS.md: <bytes and digest>; turn 1, step 2 until before turn 1, step 4; ' +
        'began: loaded (touched packages/api/server.ts); ended: replaced by a newer text. 3 texts in this lane.',
    );
  });

  test('pointing at a bar tells the same, clicking chooses its step', async () => {
    const { page } = opened;
    const box = await page.locator('.plot').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 15);
    expect(await page.locator('.tip').innerText()).toMatch(
      /^~\/\.dsh\/AGENTS\.md\n\d+ bytes · SHA-1 [0-9a-f]{12}\nturn 1, step 1 until/u,
    );
    await page.mouse.click((box?.x ?? 0) + 30, (box?.y ?? 0) + 15);
    await nextFrame(page);
    expect(await page.locator('#step').innerText()).toBe('Turn 1, step 1');
  });

  test('asks nobody for anything, and complains of nothing', () => {
    expect(opened.problems).toEqual([]);
  });

  test('is dark where the reader wants it dark, the pictures too', async () => {
    const { page, problems } = await openReport(browser, join(folder, 'small.html'), { colorScheme: 'dark' });
    const style = (scheme: Page): Promise<string> => scheme.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await style(page)).toBe('rgb(18, 21, 28)');
    expect(await style(opened.page)).toBe('rgb(246, 247, 249)');
    const pixels = (of: Page): Promise<string> => of.evaluate('document.querySelector(\'.plot\').toDataURL()');
    expect(await pixels(page)).not.toBe(await pixels(opened.page));
    expect(problems).toEqual([]);
    await page.close();
  });
});

describe(`a report of 300 scopes and 5 000 steps (R5, seed ${seed})`, () => {
  test('is drawn within a second, and so is every step that is chosen', async () => {
    const file = await reportOf(folder, 'large', largeLog(seed, { scopes: 300, steps: 5_000 }));
    const { page, problems } = await openReport(browser, file);
    const drawn: number = await page.evaluate(`(() => {
      const [begun, drawn] = ['begun', 'drawn'].map((name) => performance.getEntriesByName(name)[0].startTime);
      return drawn - begun;
    })()`);
    expect(drawn).toBeLessThan(1_000);
    expect(await page.locator('.lane').count()).toBe(301);

    await slider(page).focus();
    const taken: number[] = [];
    for (const key of ['Home', 'End', 'PageUp', 'ArrowLeft', 'Shift+ArrowLeft']) {
      const before = performance.now();
      await press(page, key);
      taken.push(performance.now() - before);
    }
    // The middle one: another test may run beside this one just now.
    expect(taken.sort((a, b) => a - b)[2]).toBeLessThan(1_000);

    await page.locator('.lane').nth(0).focus();
    await press(page, 'End');
    expect(await focused(page)).toBe('time-context');
    expect(await coloursOf(page, '.plot')).toBeGreaterThan(8);
    expect(problems).toEqual([]);
    await page.close();
  }, 90_000);
});

describe('a log that attacks (F8, R5)', () => {
  test('runs nothing and stands in the page as text', async () => {
    const { page, problems } = await openReport(browser, await reportOf(folder, 'attack', attackLog()));
    await page.evaluate('document.querySelectorAll(\'details\').forEach((each) => { each.open = true; })');
    await nextFrame(page);
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    expect(await page.locator('img, iframe, object, embed, link').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(2);
    expect(await page.locator('.top').innerText()).toContain(`session ${ATTACK}`);
    expect(await page.locator('.lane').first().textContent()).toBe(`${ATTACK}/AGENTS.md`);
    expect(await page.locator('pre').allTextContents()).toContain(ATTACK);
    expect(await page.locator('body').innerText()).not.toContain('\u202e');
    expect(problems).toEqual([]);
    await page.close();
  });

  test('the policy of the page would stop what got through', async () => {
    const { page } = await openReport(browser, join(folder, 'attack.html'));
    await page.evaluate(`document.body.append(document.createRange().createContextualFragment(
      '<script>window.attacked = 1</script><img src="https://example.com/x.png" onerror="window.attacked = 2">'))`);
    await nextFrame(page);
    expect(await page.evaluate('window.attacked')).toBeUndefined();
    await page.close();
  });
});
