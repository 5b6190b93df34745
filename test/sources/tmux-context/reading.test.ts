// Owns: which answers are readings, and the exact words of one.
import { describe, expect, test } from 'vitest';
import { LOCATE, parseReading } from '../../../src/sources/tmux-context/reading.js';
import { locationOf, renderReading } from '../../../src/sources/tmux-context/render.js';

const FIELDS = ['main', '2', 'editor', '1', '%7', '1', '0', 'b25d,80x24,0,0,7'];
const line = FIELDS.join('\t');
const but = (index: number, field: string): string => FIELDS.map((was, at) => (at === index ? field : was)).join('\t');

describe('the question (M2)', () => {
  // What it does in a real terminal is in real-tmux.test.ts; here it stands so that no change of it goes unseen.
  test('is one read-only command that names the pane', () => {
    expect(LOCATE.split('; ')).toEqual([
      '(pane=${TMUX_PANE#%}',
      'case $pane in "$TMUX_PANE"|""|*[!0-9]*) exit 1;',
      'esac',
      't=$(printf "\\t")',
      'at=$(tmux -u display-message -p -t "$TMUX_PANE" "#{pane_tty}$t#{session_name}$t#{window_index}$t' +
        '#{window_name}$t#{pane_index}$t#{pane_id}$t#{window_active}$t#{pane_active}$t#{window_layout}") || exit 1',
      'own=$(ps -o tty= -p "$$" | tr -d " ")',
      'case $own in [?-]*|"") own=$(ps -o tty= -p "$PPID" | tr -d " ");',
      'esac',
      '[ "${at%%"$t"*}" = "/dev/$own" ] && printf "%s\\n" "${at#*"$t"}") 2>/dev/null',
    ]);
  });
});

describe('answers (M0)', () => {
  const reading = {
    session: 'main',
    windowIndex: '2',
    windowName: 'editor',
    paneIndex: '1',
    paneId: '%7',
    windowActive: '1',
    paneActive: '0',
    layout: 'b25d,80x24,0,0,7',
  };

  test('one line is a reading, with or without its line feed', () => {
    expect(parseReading(line)).toEqual(reading);
    expect(parseReading(`${line}\n`)).toEqual(reading);
  });

  test.each([
    ['a session with spaces', 0, 'main work'],
    ['an empty window name', 2, ''],
    ['a window name with quotes', 2, '"\'`$(x)'],
    ['large indices', 1, '10000000000000000000'],
    ['a layout of another kind', 7, 'even-horizontal'],
  ])('%s is well formed', (_, index, field) => {
    expect(parseReading(but(index, field))).toBeDefined();
  });

  test.each([
    ['nothing', ''],
    ['an empty line', '\n'],
    ['a second line', `${line}\n${line}\n`],
    ['an empty second line', `${line}\n\n`],
    ['an empty first line', `\n${line}`],
    ['a field too few', FIELDS.slice(1).join('\t')],
    ['a field too many', `${line}\t`],
    ['other separators', FIELDS.join(' ')],
    ['no session', but(0, '')],
    ['no layout', but(7, '')],
    ['a window index that is none', but(1, 'x')],
    ['no window index', but(1, '')],
    ['a negative window index', but(1, '-1')],
    ['digits of another script', but(1, '٣')],
    ['a pane index that is none', but(3, '1 ')],
    ['a pane id without its sign', but(4, '7')],
    ['a pane id without digits', but(4, '%')],
    ['a pane id with more', but(4, '%7x')],
    ['a pane id with something before it', but(4, 'x%7')],
    ['a control that begins the layout', but(7, '\u0007b25d')],
    ['a control that ends the layout', but(7, 'b25d\u0007')],
    ['a flag that is none', but(5, '2')],
    ['no flag', but(5, '')],
    ['another flag that is none', but(6, '01')],
  ])('%s is malformed', (_, stdout) => {
    expect(parseReading(stdout)).toBeUndefined();
  });
});

const shown = (index: number, field: string): string => {
  const reading = parseReading(but(index, field));
  if (reading === undefined) throw new Error('malformed');
  return renderReading(3, reading);
};

describe('the three lines (M3)', () => {
  test('are these', () => {
    expect(shown(0, 'main')).toBe(
      [
        'tmux location (turn 3):',
        'session main, window 2 "editor", pane 1 %7',
        'window active=1, pane active=0, layout b25d,80x24,0,0,7',
      ].join('\n'),
    );
  });

  test.each([
    ['plain', 'vim', '"vim"'],
    ['empty', '', '""'],
    ['quotes and backslashes', 'a"b\\c', '"a\\"b\\\\c"'],
    ['controls', 'a\u0007b\u001b', '"a\\u0007b\\u001b"'],
    ['other letters', 'é 日本 🎉', '"é 日本 🎉"'],
    ['half a pair', '\ud83d', '"\\ud83d"'],
  ])('a window name is a JSON string: %s', (_, name, json) => {
    expect(shown(2, name)).toContain(`, window 2 ${json}, pane 1 %7\n`);
  });

  test.each([
    ['plain', 'my work', 'my work'],
    ['quotes and backslashes', 'a"b\\c', 'a"b\\c'],
    ['controls', 'a\u0007b\u001b\u007f\u009b', 'a\\u0007b\\u001b\\u007f\\u009b'],
    ['a carriage return', 'a\rb', 'a\\u000db'],
    ['other letters', 'é 日本 🎉', 'é 日本 🎉'],
  ])('a session name is bare, its controls escaped: %s', (_, name, bare) => {
    expect(shown(0, name)).toContain(`\nsession ${bare}, window 2 `);
  });
});

describe('places (M1)', () => {
  const placeWith = (layout: string): string | undefined => locationOf(shown(7, layout));
  const split = 'bb62,159x48,0,0{79x48,0,0,1,79x48,80,0[79x24,80,0,2,79x23,80,25,3]}';

  test.each([
    ['a resize', 'c0de,80x24,0,0{39x24,0,0,1,40x24,40,0[40x12,40,0,2,40x11,40,13,3]}'],
    ['another checksum', split.replace('bb62', '0000')],
  ])('%s changes nothing', (_, layout) => {
    expect(placeWith(layout)).toBe(placeWith(split));
  });

  test.each([
    ['another split', split.replace('[', '{').replace(']', '}')],
    ['another order of panes', split.replace('0,2,', '0,3,').replace('25,3]', '25,2]')],
    ['a pane less', 'bb62,159x48,0,0{79x48,0,0,1,79x48,80,0,2}'],
    ['another pane', split.replace('25,3]', '25,4]')],
    ['no layout that we know', 'even-horizontal'],
    ['a line separator in front', `\u2028${split}`],
  ])('%s is another place', (_, layout) => {
    expect(placeWith(layout)).not.toBe(placeWith(split));
  });

  test.each([
    [0, 'other'],
    [1, '3'],
    [2, 'other'],
    [3, '2'],
    [4, '%8'],
    [5, '0'],
    [6, '1'],
  ])('another field %d is another place', (index, field) => {
    expect(locationOf(shown(index, field))).not.toBe(locationOf(shown(7, 'b25d,80x24,0,0,7')));
  });

  test('the turn does not matter', () => {
    const text = shown(0, 'main');
    expect(locationOf(text.replace('turn 3', 'turn 4'))).toBe(locationOf(text));
  });

  test('only a checksum that begins the layout is none of it', () => {
    expect(placeWith(`x${split}`)).not.toBe(placeWith(`x${split.replace('bb62', '0000')}`));
  });

  test('a place is lines two and three, of the layout only how panes are split', () => {
    expect(placeWith(split)).toBe(
      'session main, window 2 "editor", pane 1 %7\nwindow active=1, pane active=0, layout {,1,[,2,,3]}',
    );
  });

  const [first, second, third] = shown(0, 'main').split('\n');
  test.each([
    ['x'],
    ['a\nb\nc'],
    [''],
    [`${first}\n${second}`],
    [`${first}\n${second}\n`],
    [`${first}\n\n${third}`],
    [`${first}\nelsewhere\n${third}`],
    [`${first}\n${second}\nelsewhere`],
    [`${first}\n${second}\n${third}\n`],
    [`${first}\n${second}\n ${third}`],
  ])('%j names no place', (text) => {
    expect(locationOf(text)).toBeUndefined();
  });
});
