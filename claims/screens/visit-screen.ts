import { setTimeout as sleep } from 'node:timers/promises';
import { cellsOf } from '../../packages/tui/src/paint/layout/cells.ts';
import type { Terminal } from '../../tests/tui/open-terminal.ts';
import type { Look, Window } from './looks.ts';
import { matchScreen } from './match-screen.ts';
import { said } from './model-script.ts';
import type { PanelKeys, ScreenName, Visit } from './play-screens.ts';
import type { Expected } from './read-expected.ts';

/** What the visits of one window and look found. */
export interface Findings {
  readonly problems: string[];
  rows: number;
  visits: number;
  resizes: number;
  restored: number;
}

/** What the screens are held to. */
export interface VisitOptions {
  readonly look: Look;
  readonly window: Window;
  readonly expected: Expected;
  /** Also resizes the window in each screen. */
  readonly resizes: boolean;
}

const PATIENCE_MS = 5000;
const LOOK_MS = 40;
/** Longer than a resized window waits for the next size. */
const SETTLE_MS = 150;
/** The sentence of a draft is also in the row that says so. */
const MARKS = Object.entries(said).filter(([name]) => name !== 'rewound');

/** Compares each screen with the expected one, resizes it, and sees that a panel gives back what it covered. */
export function createVisit(options: VisitOptions, findings: Findings): Visit {
  const { look, window, expected } = options;
  let seen = new Set<string>();
  const note = (screen: ScreenName, problem: string): void => {
    findings.problems.push(`${screen}, ${window.columns} columns, ${look.name}: ${problem}`);
  };
  const holds = async (terminal: Terminal, screen: ScreenName, when = ''): Promise<void> => {
    const rows = expected.screens.get(screen);
    if (rows === undefined) return;
    const problems = await until(() => matchScreen(rows, terminal.screen(), look.translate), isEmpty);
    findings.rows += rows.length;
    if (problems.length > 0) note(screen, `${when}${problems.join('\n  ')}`);
    const wide = terminal.screen({ joined: true }).split('\n').filter((row) => cellsOf(row.trimEnd()) > window.columns);
    if (wide.length > 0) note(screen, `${when}wider than the window: ${wide.join('\n')}`);
  };
  const printedOnce = (terminal: Terminal, screen: ScreenName): void => {
    const all = squeeze(terminal.all());
    for (const [, sentence] of MARKS) {
      const count = all.split(squeeze(sentence)).length - 1;
      if (count > 1) note(screen, `"${sentence}" is printed ${count} times`);
      if (count === 0 && seen.has(sentence)) note(screen, `"${sentence}" is lost`);
      if (count > 0) seen.add(sentence);
    }
  };
  const resize = async (terminal: Terminal): Promise<void> => {
    for (const size of sizesAround(window)) {
      terminal.resize(size.columns, size.rows);
      await sleep(SETTLE_MS);
      findings.resizes += 1;
    }
  };
  return async (terminal, screen, panel) => {
    findings.visits += 1;
    if (screen === 'start' || screen === 'start-first') seen = new Set();
    const before = panel === undefined ? '' : terminal.screen();
    await panel?.opens();
    await holds(terminal, screen);
    if (panel === undefined) printedOnce(terminal, screen);
    if (options.resizes) {
      await resize(terminal);
      await holds(terminal, screen, 'after resizing: ');
    }
    if (panel !== undefined && !(await isRestored(terminal, panel, before))) {
      note(screen, `is not restored:\n${terminal.screen()}\n  instead of\n${before}`);
    } else findings.restored += panel === undefined ? 0 : 1;
    printedOnce(terminal, screen);
  };
}

async function isRestored(terminal: Terminal, { closes }: PanelKeys, before: string): Promise<boolean> {
  for (const key of closes) {
    terminal.press(key);
    // Two keys at once would be one: Escape begins those of the terminal.
    await sleep(SETTLE_MS);
  }
  return until(
    () => steady(terminal.screen()) === steady(before),
    (isSame) => isSame,
  );
}

/** Narrower, wider, shorter, and back. */
function sizesAround({ columns, rows }: Window): readonly { readonly columns: number; readonly rows: number }[] {
  return [
    { columns: columns - 8, rows },
    { columns: columns + 20, rows },
    { columns, rows: rows - 5 },
    { columns, rows },
  ];
}

async function until<Value>(read: () => Value, isRight: (value: Value) => boolean): Promise<Value> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const value = read();
    if (isRight(value) || performance.now() > end) return value;
    await sleep(LOOK_MS);
  }
}

const isEmpty = (list: readonly string[]): boolean => list.length === 0;
const squeeze = (text: string): string => text.replaceAll(/\s/g, '');
/** Without what moves by itself: the spinner and the seconds. */
const steady = (screen: string): string =>
  screen.replaceAll(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]|[|/\\-](?= Run)|\d[\d.]* s\b/g, '').replaceAll(/[─-]{2,}/g, '-');
