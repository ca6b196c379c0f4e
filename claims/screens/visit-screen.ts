import { setTimeout as sleep } from 'node:timers/promises';
import { cellsOf } from '../../packages/tui/src/paint/layout/cells.ts';
import type { Terminal } from '../../tests/tui/open-terminal.ts';
import type { Look, Window } from './looks.ts';
import { matchScreen, toDock } from './match-screen.ts';
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
  /** In windows whose width changed, how often a sentence was looked for, and how often it was there once more. */
  lookedFor: number;
  printedAgain: number;
  /** The most rows that six steps took. */
  sixSteps: number;
}

export type Resizes = 'never' | 'height' | 'width';

/** What the screens are held to. */
export interface VisitOptions {
  readonly look: Look;
  readonly window: Window;
  readonly expected: Expected;
  /** Also resizes the window in each screen: its height only, or its width too. */
  readonly resizes: Resizes;
}

const PATIENCE_MS = 5000;
const LOOK_MS = 40;
const SETTLE_MS = 150;
/** Longer than tmux collects sizes, and than what was written is taken for new. */
const RESIZE_MS = 650;
/** Two are also in lists and notices: the title of the session, and what was rewound. */
const MARKS = Object.entries(said).filter(([name]) => name !== 'rewound' && name !== 'both');

/** Compares each screen with the expected one, resizes it, and sees that a panel gives back what it covered. */
export function createVisit(options: VisitOptions, findings: Findings): Visit {
  const { look, window, expected } = options;
  /** How often each sentence may be there. */
  let allowed = new Map<string, number>();
  let isAgain = false;
  const note = (screen: ScreenName, problem: string): void => {
    findings.problems.push(`${screen}, ${window.columns} columns, ${look.name}: ${problem}`);
  };
  const holds = async (terminal: Terminal, screen: ScreenName, when = ''): Promise<void> => {
    const all = expected.screens.get(`${screen} (${look.name})`) ?? expected.screens.get(screen);
    if (all === undefined) return;
    // Above the dock, a window that was resized may have empty rows, and what the agent was doing then.
    const rows = options.resizes === 'never' ? all : toDock(all);
    const problems = await until(() => matchScreen(rows, terminal.all(), look.translate), isEmpty);
    findings.rows += rows.length;
    if (problems.length > 0) note(screen, `${when}${problems.join('\n  ')}`);
    const wide = terminal
      .screen({ joined: true })
      .split('\n')
      .filter((row) => cellsOf(row.trimEnd()) > window.columns);
    if (wide.length > 0) note(screen, `${when}wider than the window: ${wide.join('\n')}`);
  };
  const printedOnce = async (terminal: Terminal, screen: ScreenName): Promise<void> => {
    const known = isAgain ? new Map<string, number>() : new Map(allowed);
    const all = await readWith(terminal, [...known.keys()]);
    for (const [, sentence] of MARKS) {
      const count = all.split(squeeze(sentence)).length - 1;
      const before = known.get(sentence);
      if (options.resizes === 'width' && count > 0) findings.lookedFor += 1;
      if (!isAgain && count > (before ?? 1)) {
        findings.printedAgain += 1;
        if (options.resizes !== 'width') note(screen, `"${sentence}" is printed ${count} times`);
      }
      if (count === 0 && before !== undefined) note(screen, `"${sentence}" is lost`);
      if (count > 0) allowed.set(sentence, count);
      else allowed.delete(sentence);
    }
  };
  const close = async (
    terminal: Terminal,
    screen: ScreenName,
    { panel, before }: { readonly panel: PanelKeys; readonly before: string },
  ): Promise<void> => {
    for (const key of panel.closes) {
      terminal.press(key);
      // Two keys at once would be one: Escape begins those of the terminal.
      await sleep(SETTLE_MS);
    }
    if (options.resizes !== 'never') return;
    const after = await until(
      () => terminal.screen(),
      (now) => steady(now) === steady(before),
    );
    if (steady(after) === steady(before)) findings.restored += 1;
    else note(screen, `does not give back:\n${before}\n  but\n${after}`);
  };
  const resize = async (terminal: Terminal): Promise<void> => {
    await sleep(RESIZE_MS);
    for (const size of sizesAround(window, options.resizes)) {
      terminal.resize(size.columns, size.rows);
      await sleep(RESIZE_MS);
      findings.resizes += 1;
    }
  };
  return async (terminal, screen, panel) => {
    findings.visits += 1;
    // A new window is empty, and a rewind prints the conversation again as it is now.
    if (screen === 'start' || screen === 'start-first' || screen === 'attach') allowed = new Map();
    isAgain = screen === 'rewound' || screen === 'six steps';
    const before = panel === undefined ? '' : terminal.screen();
    await panel?.opens();
    await holds(terminal, screen);
    if (screen === 'six steps') findings.sixSteps = Math.max(findings.sixSteps, countSteps(terminal.all()));
    if (panel === undefined) await printedOnce(terminal, screen);
    // The second key of a grant is waited for no longer than three seconds.
    if (options.resizes !== 'never' && screen !== 'grant') {
      await resize(terminal);
      await holds(terminal, screen, 'after resizing: ');
    }
    if (panel !== undefined) await close(terminal, screen, { panel, before });
    await printedOnce(terminal, screen);
  };
}

/** All that is printed. Waits for known sentences, because the terminal may be painting: what is lost does not come back. */
async function readWith(terminal: Terminal, known: readonly string[]): Promise<string> {
  const sentences = known.map(squeeze);
  return await until(
    () => squeeze(terminal.all()),
    (text) => sentences.every((sentence) => text.includes(sentence)),
  );
}

/** The rows between a message and its answer, which have an empty row beside them. */
function countSteps(all: string): number {
  const rows = all.split('\n');
  const [from, to] = [said.six, said.sixDone].map((sentence) => rows.findLastIndex((row) => row.includes(sentence)));
  return (to ?? 0) - (from ?? 0) - 3;
}

/** Shorter, taller and back; or narrower, wider, shorter and back. */
function sizesAround({ columns, rows }: Window, resizes: Resizes): readonly { columns: number; rows: number }[] {
  const widths = [
    { columns: columns - 8, rows },
    { columns: columns + 20, rows },
  ];
  const heights = [
    { columns, rows: rows - 5 },
    { columns, rows: rows + 9 },
  ];
  return [...(resizes === 'width' ? widths : heights), { columns, rows: rows - 5 }, { columns, rows }];
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
