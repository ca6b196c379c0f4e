import { describe, expect, it, test } from 'vitest';
import { viewOf } from '../../../../../tests/tui/view-of.ts';
import { widthOf } from '../layout/wrap.ts';
import { createTheme } from '../theme/create-theme.ts';
import { paintDock, type DockParts, type DockSection } from './paint-dock.ts';
import { NO_WORDS } from './paint-rule.ts';

const view = viewOf(80, { now: 0 });
const idle: DockParts = {
  section: null,
  activity: NO_WORDS,
  draft: { lines: ['❯ Type a request. @ adds a file, / opens commands, ? shows keys'], cursor: { x: 2, y: 0 } },
  hasDraft: true,
  status: { left: ['default'], right: ['gemini-2.5-pro · 12% · $0.02'] },
  place: { left: ['~/code/proj · main'], right: ['Shift-Tab mode · / commands · ? keys'] },
};
const steps: DockSection = {
  tone: 'plain',
  title: { left: ['Steps 1 of 4 done'], right: ['Ctrl-T hide'] },
  rows: ['✓ Read the parser', '', '○ Run all tests'],
  keys: { left: ['⠹ Editing src/parse.ts · 12 s · 1.2k tokens'], right: ['Esc to interrupt'] },
};
const activity = { left: ['⠹ Running npm test -- parser · 12 s · 1.2k tokens'], right: ['Esc to interrupt'] };

describe('the dock', () => {
  it('is one open frame and a last row', () => {
    expect(paintDock(idle, view)).toEqual({
      lines: [
        '╭───────────────────────────────────────────────────────────────────────────────',
        '│ ❯ Type a request. @ adds a file, / opens commands, ? shows keys',
        '╰─ default ────────────────────────────────────── gemini-2.5-pro · 12% · $0.02 ─',
        '  ~/code/proj · main                      Shift-Tab mode · / commands · ? keys',
      ],
      cursor: { x: 4, y: 1 },
    });
  });

  it('has the same height idle and working', () => {
    const draft = { lines: ['❯ Add a message (sent at the next step)'], cursor: { x: 2, y: 0 } };
    const place = { left: ['~/code/proj · main'], right: ['1 background task · Ctrl-T steps · ? keys'] };
    expect(paintDock({ ...idle, activity, draft, place }, view).lines).toEqual([
      '╭─ ⠹ Running npm test -- parser · 12 s · 1.2k tokens ──────── Esc to interrupt ─',
      '│ ❯ Add a message (sent at the next step)',
      '╰─ default ────────────────────────────────────── gemini-2.5-pro · 12% · $0.02 ─',
      '  ~/code/proj · main                 1 background task · Ctrl-T steps · ? keys',
    ]);
  });

  it('has no last row in a small window', () => {
    const draft = { lines: ['❯ Type a request'], cursor: { x: 2, y: 0 } };
    const status = { left: ['default'], right: ['12% · $0.02'] };
    expect(paintDock({ ...idle, draft, status, place: null }, { ...view, width: 40 }).lines).toEqual([
      '╭───────────────────────────────────────',
      '│ ❯ Type a request',
      '╰─ default ─────────────── 12% · $0.02 ─',
    ]);
  });

  it('holds a section above the draft, and its keys between them', () => {
    const draft = { lines: ['❯ Add a message', '  in two rows'], cursor: { x: 5, y: 1 } };
    expect(paintDock({ ...idle, activity, section: steps, draft }, view)).toEqual({
      lines: [
        '╭─ Steps 1 of 4 done ───────────────────────────────────────────── Ctrl-T hide ─',
        '│ ✓ Read the parser',
        '│',
        '│ ○ Run all tests',
        '├─ ⠹ Editing src/parse.ts · 12 s · 1.2k tokens ────────────── Esc to interrupt ─',
        '│ ❯ Add a message',
        '│   in two rows',
        '╰─ default ────────────────────────────────────── gemini-2.5-pro · 12% · $0.02 ─',
        '  ~/code/proj · main                      Shift-Tab mode · / commands · ? keys',
      ],
      cursor: { x: 7, y: 6 },
    });
  });

  it('shows the focus by the color of the frame', () => {
    const theme = createTheme('dark', { colours: 24 });
    const [active] = paintDock(idle, { ...view, theme }).lines;
    const [passive] = paintDock({ ...idle, hasDraft: false }, { ...view, theme }).lines;
    expect(active).toContain(theme.accent('╭'));
    expect(passive).toContain(theme.border('╭'));
  });

  it.each([
    ['focus', 'accent'],
    ['question', 'warning'],
    ['danger', 'danger'],
    ['plain', 'border'],
  ] as const)('frames a section of the tone %s in the color %s', (tone, role) => {
    const theme = createTheme('dark', { colours: 24 });
    const [title, row, empty] = paintDock({ ...idle, section: { ...steps, tone } }, { ...view, theme }).lines;
    expect(title?.startsWith(theme[role]('╭'))).toBe(true);
    expect(row).toBe(`${theme[role]('│')} ✓ Read the parser`);
    expect(empty).toBe(theme[role]('│'));
  });
});

describe('the rule below a section', () => {
  const ruleOf = (parts: Partial<DockParts>): string =>
    paintDock({ ...idle, section: steps, ...parts }, view).lines.find((line) => line.startsWith('├')) ?? '';

  it('says what is happening if the section has no keys of its own', () => {
    expect(ruleOf({ section: { ...steps, keys: null }, activity })).toMatch(
      /^├─ ⠹ Running npm test .* Esc to interrupt ─$/,
    );
  });

  it('says at its right what waits behind a panel', () => {
    expect(ruleOf({ waiting: '? 1 approval pending' })).toMatch(/─ \? 1 approval pending ─$/);
    expect(ruleOf({})).not.toContain('pending');
  });
});

describe('the last row', () => {
  const place = { left: ['~/code/proj · main', '~/…proj'], right: ['/ commands · ? keys', '? keys'] };
  it.each([
    [44, '  ~/code/proj · main   / commands · ? keys'],
    [43, '  ~/code/proj · main  / commands · ? keys'],
    [42, '  ~/code/proj · main              ? keys'],
    [30, '  ~/code/proj · main  ? keys'],
    [22, '  ~/…proj     ? keys'],
    [19, '  ~/…proj  ? keys'],
    [12, '  ~/…proj'],
  ])('at %i columns has the forms that fit with the fewest steps', (width, expected) => {
    expect(paintDock({ ...idle, place }, { ...view, width }).lines.at(-1)).toBe(expected);
  });
});

test('no row is wider than the window', () => {
  const parts = { ...idle, activity, draft: { lines: ['❯ '], cursor: { x: 2, y: 0 } } };
  for (let width = 10; width < 200; width += 1) {
    const { lines } = paintDock(parts, { ...view, width });
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
  }
});
