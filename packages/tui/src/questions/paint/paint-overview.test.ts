import type { InputRequest } from '@bowline/protocol';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { frameSection, viewOf, web } from '../../../../../tests/tui/paint-asked.ts';
import { FRAME_CELLS } from '../../paint/frame/paint-dock.ts';
import { createTheme } from '../../paint/theme/create-theme.ts';
import type { Confirmation } from '../confirmation-actions.ts';
import { syncQueue } from '../question-queue.ts';
import { emptyQueue, focusQueue, type QueueState } from '../queue-state.ts';
import { paintOverview } from './paint-overview.ts';

const theme = createTheme('dark', { colours: 8 });
const change = (
  inputId: string,
  tool: string,
  [path, before, after]: readonly [string, string, string],
): Confirmation => ({
  ...web,
  ...{ inputId, tool, effect: 'write', args: { file_path: path }, display: { type: 'diff', path, before, after } },
});
const run = (inputId: string, command: string, findings: Confirmation['findings']): Confirmation => ({
  ...web,
  ...{ inputId, tool: 'run_shell_command', effect: 'execute', args: { command }, findings },
  display: { type: 'command', command },
});
const lines = Array.from({ length: 24 }, (_, n) => `line ${n}\n`).join('');
const edit = change('1', 'replace', ['/w/src/parse.ts', 'a\n', 'b\n']);
const write = change('2', 'write_file', ['/w/test/parse.test.ts', '', lines]);
const fetch = run('3', 'curl https://example.com', [{ check: 'command_hazard', severity: 'warning', message: 'x' }]);
const remove = run('4', 'rm -rf dist ~/cache', [{ check: 'outside_workspace', severity: 'danger', message: 'x' }]);
const all = [edit, write, fetch, remove];

interface Shown {
  readonly requests?: readonly InputRequest[];
  readonly queue?: QueueState;
  readonly rows?: number;
  readonly isScreenReader?: boolean;
}

const listed = (requests: readonly InputRequest[] = all): QueueState => syncQueue(emptyQueue, requests, 0);

function paint(width: number, { requests = all, queue = focusQueue(listed(requests), 0), rows = 30, ...more }: Shown) {
  const view = viewOf(width, { theme, ...more });
  const inner = { ...view, width: width - FRAME_CELLS };
  const { section } = paintOverview({ requests, queue, isDraftEmpty: false, isBusy: true }, inner, rows);
  return frameSection(section, view).map((row) => stripVTControlCharacters(row).trimEnd());
}

it('lists all of a call that would overwrite itself', () => {
  const forged = [
    run('1', 'touch hidden\recho hello', []),
    change('2', 'write_file', ['secret.ts\rREADME.md', '', 'a\n']),
  ];
  const rows = paint(80, { requests: [...forged, remove] }).join('\n');
  expect(rows).toContain('touch hidden␍echo hello');
  expect(rows).toContain('secret.ts␍README.md');
});

it('lists what is pending in 80 columns, with its size or risk at the right', () => {
  expect(paint(80, {})).toEqual([
    '╭─ ? 4 approvals pending ─────────────────────────────── Tab next · Enter open ─',
    '│ ❯ ? Edit    src/parse.ts                                               +1 −1',
    '│   ? Write   test/parse.test.ts                                 new, 24 lines',
    '│   ▲ Run     curl https://example.com                         network · risky',
    '│   ✖ Run     rm -rf dist ~/cache                         outside this project',
    '│',
    '│    y  Allow this one     ee  Allow all edits      n  Deny this one',
    '├─ Needs approval · Tab to the draft · ✖ is always answered by itself ──────────',
  ]);
});

it('ends at the same column in a wide window', () => {
  const rows = paint(120, {});
  expect(rows[1]).toBe(
    '│ ❯ ? Edit    src/parse.ts                                                                   +1 −1',
  );
  expect(rows[0]).toMatch(/^╭─ \? 4 approvals pending ─+ Tab next · Enter open ─$/);
});

it('in 40 columns has its answers below each other', () => {
  expect(paint(40, {})).toEqual([
    '╭─ ? 4 approvals pending ───────────────',
    '│ ❯ ? Edit src/parse.ts          +1 −1',
    '│   ? Write test/parse…  new, 24 lines',
    '│   ▲ Run curl https…  network · risky',
    '│   ✖ Run rm -rf …  outside this proj…',
    '│',
    '│    y  Allow this one',
    '│   ee  Allow all edits',
    '│    n  Deny this one',
    '├─ Enter or a letter ───────────────────',
  ]);
});

it('marks nothing while the draft has the keyboard and text', () => {
  const rows = paint(80, { queue: listed() });
  expect(rows[1]).toMatch(/^│ {3}\? Edit/);
  expect(rows.at(-1)).toMatch(/^├─ Needs approval · Tab to answer ─+ Esc to interrupt ─$/);
});

it('offers all edits only if there are edits, and says what the second press allows', () => {
  const requests = [fetch, remove];
  expect(paint(80, { requests }).join('\n')).not.toContain('ee  Allow');
  const rows = paint(80, { queue: { ...focusQueue(listed(), 0), allEditsAt: 1 } });
  expect(rows.slice(-4)).toEqual([
    '│',
    '│ ❯ e again  Allow all 2 edits, once each',
    '│   any other key cancels',
    expect.stringMatching(/^├─ Press e again · Esc cancel ─+$/),
  ]);
});

it('keeps the marked row visible in a low window', () => {
  const queue = { ...focusQueue(listed(), 0), shownId: '4' };
  expect(paint(80, { queue, rows: 5 }).slice(1, 5)).toEqual([
    '│   ▲ Run     curl https://example.com                         network · risky',
    '│ ❯ ✖ Run     rm -rf dist ~/cache                         outside this project',
    '│   … 2 above',
    '│',
  ]);
});

it('shows the marked row in any window in which it can be allowed', () => {
  const queue = { ...focusQueue(listed(), 0), shownId: '3' };
  const shown = { requests: all, queue, isDraftEmpty: false, isBusy: true };
  for (let width = 20; width <= 80; width += 20)
    for (let rows = 1; rows <= 12; rows += 1) {
      const view = viewOf(width, { theme });
      const { section, range } = paintOverview(shown, { ...view, width: width - FRAME_CELLS }, rows);
      expect(section.rows.length).toBeLessThanOrEqual(rows);
      expect(section.rows.join('\n')).toMatch(rows === 1 ? /the window/ : /❯.*Run.* cu/);
      expect(range.isHidden === true).toBe(rows === 1);
    }
});

it('leaves out what was just answered, and shows why an answer was rejected', () => {
  const queue = focusQueue(listed(), 0);
  const state = queue.byId.get('1');
  if (state === undefined) throw new Error('no state');
  const sent = { ...queue, shownId: '2', byId: new Map(queue.byId).set('1', { ...state, isSent: true }) };
  expect(paint(80, { queue: sent })[0]).toContain('3 approvals pending');
  const refused = { ...queue, byId: new Map(queue.byId).set('1', { ...state, problem: 'too late' }) };
  expect(paint(80, { queue: refused })).toContain('│ too late');
});
