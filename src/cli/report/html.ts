// Owns: the report as one HTML file: the page's own script and style, and the data in an island that no text in it can
// leave. What the page does with them is page/'s work.
import { createHash } from 'node:crypto';
import type { ReportData } from './data.js';
import { REPORT_MARK } from './data.js';
import style from './page/page.css?page';
import script from './page/main.ts?page';

const sourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);

/**
 * JSON for a script element.
 *
 * Why:    an element's text ends at `</script`, and `<!--` changes how it is read; without any `<` neither can stand
 *         in it.
 */
export const islandOf = (data: unknown): string => JSON.stringify(data).replace(/</gu, '\\u003c');

/**
 * Nothing is loaded from anywhere, and only the script and the style that are here do anything: not even a mistake of
 * the page could let a log run something.
 */
const policy = [
  "default-src 'none'",
  `script-src ${sourceHash(script)}`,
  `style-src ${sourceHash(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The whole file. */
export const reportHtml = (data: ReportData): string =>
  [
    REPORT_MARK,
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(data.log)} · contextfold inspect</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<noscript>This report draws its picture with the script that it carries; please allow it.</noscript>',
    '<div id="report"></div>',
    `<script type="application/json" id="data">${islandOf(data)}</script>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
