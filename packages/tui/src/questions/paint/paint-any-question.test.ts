import type { InputRequest } from '@bowline/protocol';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choice,
  credential,
  diff,
  frameAsked,
  granted,
  paintAsked,
  shell,
  viewOf,
  web,
} from '../../../../../tests/tui/paint-asked.ts';
import { widthOf } from '../../paint/layout/wrap.ts';
import { visibleRows } from '../../prompt/paint-prompt.ts';
import { planRooms, rowsForDraft } from '../../screen/plan-rooms.ts';
import { actionsOf, isDangerous, keysFor, type Confirmation } from '../confirmation-actions.ts';
import { showWhole } from './show-whole.ts';

const ROOMY = 5000;

describe('any question', () => {
  it('shows a danger and every answer in any window from 40 by 10', () => {
    const finding = fc.record({
      check: fc.constant('a'),
      severity: fc.constantFrom('danger' as const, 'warning' as const, 'info' as const),
      message: fc.constantFrom('removes files', 'removes files '.repeat(20), 'is long'),
    });
    const asked = fc.record({
      title: fc.constantFrom('Run it?', 'Run '.repeat(60)),
      findings: fc.array(finding, { maxLength: 6 }),
      grant: fc.constantFrom(undefined, granted.grant),
      display: fc.constantFrom(undefined, shell.display, diff.display),
    });
    const window = fc.record({
      columns: fc.integer({ min: 40, max: 130 }),
      rows: fc.integer({ min: 10, max: 60 }),
      typed: fc.integer({ min: 1, max: 10 }),
    });
    fc.assert(
      fc.property(asked, window, fc.boolean(), ({ grant, display, ...more }, { columns, rows, typed }, hasFocus) => {
        const given = { ...(grant === undefined ? {} : { grant }), ...(display === undefined ? {} : { display }) };
        const request: Confirmation = { ...web, ...more, ...given };
        const draft = Math.min(typed, visibleRows(rowsForDraft(rows, true)));
        const rooms = planRooms({ rows, width: columns, draft });
        const lines = frameAsked({ request, view: viewOf(columns), rows: rooms.question, hasFocus });
        // Below it are the draft, the last rule and, in a large window, a last row. Above it is a blank row.
        const others = draft + 1 + (rows < 20 || columns < 60 ? 0 : 1) + (rows < 20 ? 0 : 1);
        expect(lines.length + others).toBeLessThan(rows);
        const shown = lines.join('\n');
        for (const action of actionsOf(request))
          expect(shown).toMatch(new RegExp(String.raw`(^|[ [])${keysFor(action, request)}([ \]]|$)`, 'm'));
        if (isDangerous(request)) expect(shown).toContain('✖ Danger: ');
        expect(lines.at(-1)).toContain(hasFocus ? 'a letter' : 'Tab to answer');
      }),
    );
  });

  it.each([granted, diff, shell])('shows no answer cut, however wide the window is', (request) => {
    for (let width = 40; width <= 130; width += 1) {
      const { rows } = paintAsked({ request, view: viewOf(width), rows: ROOMY }).section;
      const cut = rows.filter((row) => /(?:Allow|Deny|Edit|Show) .*…/.test(row));
      expect({ width, cut }).toEqual({ width, cut: [] });
    }
  });

  it('shows what would be allowed in any window, or says that the window is too small', () => {
    const long = Array.from({ length: 80 }, (_, n) => `echo ${n}`).join('\n');
    const command: Confirmation = {
      ...granted,
      tool: 'run_shell_command',
      display: { type: 'command', command: long },
    };
    const danger: Confirmation = { ...command, findings: shell.findings };
    const plan: Confirmation = { ...web, tool: 'exit_plan_mode', display: { type: 'text', text: long }, args: {} };
    for (const request of [command, danger, plan, shell, diff, granted])
      for (let width = 20; width <= 80; width += 15)
        for (let rows = 1; rows <= 20; rows += 1) {
          const asked = { request, view: viewOf(width), rows, isLow: true };
          const [first = ''] = paintAsked({ ...asked, rows: ROOMY, state: { isWhole: true } }).section.rows;
          const { section, range } = paintAsked(asked);
          const shown = section.rows.join('\n');
          expect(section.rows.length).toBeLessThanOrEqual(rows);
          expect(range.isHidden === true).toBe(/Make the window larger|Enlarge the window/.test(shown));
          if (range.isHidden === true) continue;
          if (request !== plan) expect(shown).toContain(first);
          if (range.last > 0) expect(shown).toContain('┄ rows 1–');
        }
  });

  it('shows a row of a long command and its position in a window of 8 rows, and no answers in a lower one', () => {
    const command = Array.from({ length: 80 }, (_, n) => `echo ${n}`).join('\n');
    const request: Confirmation = {
      ...granted,
      args: { command },
      effect: 'execute',
      display: { type: 'command', command },
    };
    const paint = (rows: number): readonly string[] =>
      frameAsked({
        ...{ request, view: viewOf(80), isLow: true },
        rows: planRooms({ rows, width: 80, draft: 1 }).question,
      });
    expect(paint(8).slice(1, -1)).toEqual([
      '│ $ echo 0',
      '│ ┄ rows 1–1 of 80 · j k PageUp PageDown',
      '│ [y once]  s session  pp project  aa always  n deny  r reason  e edit',
    ]);
    expect(paint(7).slice(1)).toEqual([
      '│ $ echo 0',
      '│ Make the window larger to answer',
      expect.stringMatching(/^├─ n deny · Esc later ─+$/),
    ]);
    for (const rows of [6, 5]) expect(paint(rows).slice(1, -1)).toEqual(['│ Make the window larger to answer']);
  });

  it('stays within its rows and columns', () => {
    const text: InputRequest = { kind: 'text', inputId: 't', title: 'Why? '.repeat(5), placeholder: 'because 漢字 👍' };
    const request = fc.constantFrom(shell, diff, web, granted, choice, credential, text);
    const state = fc.record({
      isWhole: fc.boolean(),
      isWriting: fc.boolean(),
      scroll: fc.nat(200),
      chosen: fc.nat(1),
      doubling: fc.constantFrom(null, { action: 'project' as const, letter: 'p', at: 0 }),
    });
    const seen = fc.record({ width: fc.integer({ min: 30, max: 130 }) });
    fc.assert(
      fc.property(fc.tuple(request, fc.integer({ min: 14, max: 60 })), state, ([asked, rows], changed) => {
        fc.assert(
          fc.property(seen, ({ width }) => {
            const given = { request: asked, view: viewOf(width), rows, state: changed };
            const { section } = paintAsked(given);
            for (const line of frameAsked(given)) expect(widthOf(line)).toBeLessThanOrEqual(width);
            expect(section.rows.length).toBeLessThanOrEqual(rows);
          }),
          { numRuns: 3 },
        );
      }),
    );
  });
});

describe('what is decided', () => {
  /** Without what wrapping adds and drops: spaces, line breaks and the mark of a wrapped row. */
  const toSigns = (text: string): string => text.replaceAll(/[\s↪]/gu, '');
  const shownOf = (request: Confirmation, width: number): string =>
    toSigns(
      paintAsked({ request, view: viewOf(width), rows: ROOMY })
        .section.rows.map((row) => stripVTControlCharacters(row))
        .join('\n'),
    );
  const hostile = fc.string({
    unit: fc.constantFrom(
      ...Array.from('ab |;&>$"\'`~/-'),
      '\n',
      '\t',
      '\r',
      '\b',
      '\u001B',
      '\u202E',
      '漢',
      '👍',
      'é',
      '\u00A0',
    ),
    maxLength: 300,
  });
  const widths = fc.integer({ min: 30, max: 130 });

  it('is shown with every character of a command', () => {
    fc.assert(
      fc.property(hostile, widths, (command, width) => {
        const request: Confirmation = { ...shell, args: { command }, display: { type: 'command', command } };
        expect(shownOf(request, width)).toContain(toSigns(`$ ${showWhole(command)}`));
      }),
    );
  });

  it('is shown with every character of an argument', () => {
    fc.assert(
      fc.property(hostile, widths, (text, width) => {
        const request: Confirmation = { ...web, tool: 'other', effect: 'write', args: { text } };
        expect(shownOf(request, width)).toContain(toSigns(`text: ${showWhole(text)}`));
      }),
    );
  });

  it('is shown with every character of a new line of a file', () => {
    const line = hostile.map((text) => text.replaceAll(/[\n\r↪]/g, ''));
    fc.assert(
      fc.property(line, widths, (after, width) => {
        fc.pre(after !== '');
        const request: Confirmation = { ...diff, display: { type: 'diff', path: 'a.txt', before: '', after } };
        expect(shownOf(request, width)).toContain(toSigns(`1 + ${showWhole(after)}`));
      }),
    );
  });

  it('can be scrolled to in any room: every row of it appears', () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 30 }), widths, (rows, width) => {
        const asked = { request: diff, view: viewOf(width), rows };
        const { range } = paintAsked(asked);
        const seen = new Set<string>();
        for (let scroll = 0; scroll <= range.last; scroll += 1)
          for (const row of paintAsked({ ...asked, state: { scroll } }).section.rows) seen.add(row.trim());
        for (let n = 0; n < 60; n += 1) {
          expect(seen).toContain(`${n + 1} - old ${n}`);
          expect(seen).toContain(`${n + 1} + new ${n}`);
        }
      }),
      { numRuns: 20 },
    );
  });
});
