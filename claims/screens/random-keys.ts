import { setTimeout as sleep } from 'node:timers/promises';
import { createSeededRandom, type SeededRandom } from '../../tests/kit/seeded-random.ts';
import type { LivePty } from '../../tests/tui/open-live-pty.ts';
import { keys, MARK_LETTERS, type KeyName } from './random-key-names.ts';

/** What became of the drafts. */
export interface DraftFindings {
  readonly problems: string[];
  pressed: number;
  resized: number;
  drafts: number;
  /** Still in the draft at the end of a round. */
  kept: number;
  /** Brought back by the arrow keys, which went through older messages. */
  inHistory: number;
  /** Brought back by undo, after the search put an older message in its place. */
  undone: number;
  sent: number;
  /** Of the rounds with keys that remove text, nothing else is asked. */
  removed: number;
}

/** What the random keys are pressed in. */
export interface KeyedProgram {
  readonly pty: LivePty;
  /** Whether the model has read this mark. */
  readonly wasSent: (mark: string) => boolean;
  /** Answers the program exits with; undefined while it runs. */
  readonly exitCode: () => number | undefined;
}

const HOME = { columns: 100, rows: 30 } as const;
/** Longer than keys of one paste are apart. */
const KEY_MS = 16;
/** Longer than a terminal takes for the keys that begin with Escape. */
const ESCAPE_MS = 90;
const RESIZE_MS = 130;
/** Machines of CI stop for seconds at times. */
const PATIENCE_MS = 10_000;
const TYPED_MS = 4000;
const MARK_LENGTH = 6;
/** More rows than all sent messages have. */
const MOST_ENTRIES = 200;

/**
 * Presses random keys. In each round a mark is typed into the draft, and keys are pressed that open, close and move, but
 * remove nothing: then the mark must still be in the draft, or come back, or have been sent.
 */
export async function pressRandomKeys(
  program: KeyedProgram,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<DraftFindings> {
  const random = createSeededRandom(seed);
  const findings: DraftFindings = {
    problems: [],
    ...{ pressed: 0, resized: 0, drafts: 0, kept: 0, inHistory: 0, undone: 0, sent: 0, removed: 0 },
  };
  while (findings.pressed < count && program.exitCode() === undefined) {
    await playRound(program, random, findings);
    if (findings.problems.length > 4) break;
  }
  const code = program.exitCode();
  if (code !== undefined) findings.problems.push(`the program ended with ${code}:\n${program.pty.screen().join('\n')}`);
  return findings;
}

async function playRound(program: KeyedProgram, random: SeededRandom, findings: DraftFindings): Promise<void> {
  const { pty } = program;
  const press = async (...names: readonly KeyName[]): Promise<void> => {
    for (const name of names) {
      pty.write(keys[name]);
      findings.pressed += 1;
      await sleep(name === 'escape' ? ESCAPE_MS : KEY_MS);
    }
  };
  const mark = Array.from({ length: MARK_LENGTH }, () => MARK_LETTERS[random.int(0, MARK_LETTERS.length - 1)]).join('');
  if (!(await typeMark(pty, mark, press))) {
    findings.problems.push(`${mark} could not be typed into the draft:\n${pty.screen().join('\n')}`);
    return;
  }
  findings.pressed += MARK_LENGTH;
  findings.drafts += 1;
  const mayRemove = random.int(1, 6) === 1;
  const pressed: string[] = [];
  for (let left = random.int(1, 20); left > 0; left -= 1) {
    if (random.int(1, 12) === 1) {
      const [columns, rows] = [random.int(30, 140), random.int(10, 45)];
      pressed.push(`${columns}x${rows}`);
      pty.resize(columns, rows);
      findings.resized += 1;
      await sleep(RESIZE_MS);
    } else {
      const name = random.pick(mayRemove && random.int(1, 4) === 1 ? REMOVING : HARMLESS) as KeyName;
      pressed.push(name);
      await press(name);
    }
  }
  pty.resize(HOME.columns, HOME.rows);
  await sleep(RESIZE_MS);
  if (mayRemove) findings.removed += 1;
  else {
    const mayMove = pressed.some((name) => REPLACING.includes(name));
    const fate = await findMark(program, mark, { press, mayMove, sends: random.int(1, 4) === 1 });
    if (fate === 'lost')
      findings.problems.push(`${mark} is lost after ${pressed.join(' ')}:\n${pty.screen().join('\n')}`);
    else findings[fate] += 1;
  }
}

/** Keys that put another message into the draft: from the history, and from the list of messages to rewind to. */
const REPLACING: readonly string[] = ['up', 'down', 'search', 'new line'] satisfies readonly KeyName[];
const isNamed = (name: string): name is KeyName => name in keys;
const REMOVING = Object.keys(keys).filter((name) => name.startsWith('remove'));
const HARMLESS = Object.keys(keys).filter((name) => isNamed(name) && !/^(?:remove|undo|enter)/.test(name));

type Press = (...names: readonly KeyName[]) => Promise<void>;

/** Leaves what is open, empties the draft and types the mark into it. */
async function typeMark(pty: LivePty, mark: string, press: Press): Promise<boolean> {
  for (let tries = 0; tries < 8; tries += 1) {
    if (isPanelOpen(pty)) await press('escape');
    else if (hasQuestionKeys(pty)) await press('tab');
    else {
      await press('end of text', 'remove line', 'remove left', 'remove line', 'remove left', 'remove line');
      pty.write(mark);
      if (await until(() => marksIn(draftOf(pty)) === mark, TYPED_MS)) return true;
      // History, search or a list has the keys.
      await press('escape');
      await sleep(600);
    }
  }
  return false;
}

type Fate = 'kept' | 'inHistory' | 'undone' | 'sent' | 'lost';

/** Where a mark is: it was typed, and no key removed it. */
async function findMark(
  program: KeyedProgram,
  mark: string,
  { press, mayMove, sends }: { readonly press: Press; readonly mayMove: boolean; readonly sends: boolean },
): Promise<Fate> {
  const { pty, wasSent } = program;
  const isThere = (): boolean => marksIn(draftOf(pty)) === mark;
  const isKept = await until(isThere, mayMove ? TYPED_MS : PATIENCE_MS);
  for (let tries = 0; tries < 6 && isPanelOpen(pty); tries += 1) await press('escape');
  const fate: Fate = isKept ? 'kept' : mayMove ? await bringBack(pty, isThere, press) : 'lost';
  if (fate === 'lost' || !sends || !isIdle(pty)) return fate;
  await press('end of text', 'space', 'enter');
  // A message for the next step is shown until then.
  const isQueued = (): boolean => marksIn(pty.screen().join('')).includes(mark) && !isThere();
  return (await until(() => wasSent(mark) || isQueued())) ? 'sent' : 'lost';
}

/** The arrow keys and the search put older messages into the draft, and give it back. */
async function bringBack(pty: LivePty, isThere: () => boolean, press: Press): Promise<Fate> {
  if (hasQuestionKeys(pty)) await press('tab');
  for (const key of ['down', 'up'] as const)
    for (let tries = 0; tries < MOST_ENTRIES; tries += 1) {
      await press(key);
      if (isThere()) return 'inHistory';
    }
  for (let tries = 0; tries < 60; tries += 1) {
    const before = draftOf(pty);
    await press('undo');
    // The next one would undo more.
    if (!(await until(() => draftOf(pty) !== before, TYPED_MS))) return 'lost';
    if (isThere()) return 'undone';
  }
  return 'lost';
}

/** The panels that random keys open. What the agent does, and questions, begin with a sign. */
const isPanelOpen = (pty: LivePty): boolean =>
  /^╭─ (?:This turn|Steps|Go to|Help|Rewind|Files|Commands)/.test(dockOf(pty)) ||
  /Esc (?:back|cancel)/.test(dockOf(pty));
const hasQuestionKeys = (pty: LivePty): boolean => /Tab to the draft/.test(dockOf(pty));
const isIdle = (pty: LivePty): boolean => /^╭─{20}/.test(dockOf(pty));

/** The last frame. Rows of an earlier one can be above it, if the terminal wrapped them before it told its new width. */
function dockOf(pty: LivePty): string {
  const rows = pty.screen();
  return rows
    .slice(
      Math.max(
        0,
        rows.findLastIndex((row) => row.startsWith('╭')),
      ),
    )
    .join('\n');
}

/** The rows between the last two rules of the dock, without their border. */
function draftOf(pty: LivePty): string {
  const rows = pty.screen();
  const end = rows.findLastIndex((row) => row.startsWith('╰─ '));
  const from = rows.slice(0, Math.max(0, end)).findLastIndex((row) => /^[╭├]─/.test(row));
  return from === -1 ? '' : rows.slice(from + 1, end).join('');
}

/** Only marks are written in these letters, so other keys may be typed between them. */
export function marksIn(text: string): string {
  return text.replaceAll(new RegExp(`[^${MARK_LETTERS.join('')}]`, 'g'), '');
}

async function until(isRight: () => boolean, ms = PATIENCE_MS): Promise<boolean> {
  const end = performance.now() + ms;
  while (!isRight()) {
    if (performance.now() > end) return false;
    await sleep(20);
  }
  return true;
}
