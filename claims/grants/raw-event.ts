import type { InputRequest } from '@bowline/protocol';
import type { Dice } from '../shared/dice.ts';

/** What actually happens at the terminal: the screen does not know which key is a repeat of a held one. */
export type RawEvent =
  | { readonly kind: 'key'; readonly name: string; readonly isRepeat: boolean; readonly isTold: boolean }
  | { readonly kind: 'chunk'; readonly text: string; readonly hasEnter: boolean }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'asked'; readonly request: InputRequest }
  /** Answered by another client, or expired. */
  | { readonly kind: 'gone' };

/** An event, with the time since the previous one. */
export interface Timed {
  readonly after: number;
  readonly event: RawEvent;
}

const LETTERS = Array.from('yyyyooppppppaaaaaassnndreeewjkfixtests and docs123');
const NAMED = [
  'enter',
  'enter',
  'enter',
  'tab',
  'tab',
  'tab',
  'escape',
  'up',
  'down',
  'left',
  'right',
  'backspace',
  'pagedown',
];
const PAUSES = [0, 5, 30, 60, 110, 130, 149, 150, 200, 260, 299, 301, 390, 400, 401, 450, 700, 1100, 2000, 2990, 3100];
const TEXTS = ['yes', 'aa', 'pp', 'yy', 'fix tests', 'no\rway', 'allow it'];

/** A random sequence: typing, pasting, held keys, and questions that appear and disappear. */
export function createSequence(dice: Dice): readonly Timed[] {
  // A step of the model often has several calls, which are listed.
  const first = dice.roll(1, 3) === 1 ? dice.roll(3, 5) : 1;
  const events: Timed[] = Array.from({ length: first }, (_, n) => ({ after: 0, event: asked(dice, n) }));
  const wanted = dice.roll(10, 40);
  while (events.length < wanted) events.push(...createSome(dice, events.length));
  return events;
}

function createSome(dice: Dice, n: number): readonly Timed[] {
  const after = dice.pick(PAUSES);
  const chance = dice.roll(1, 100);
  if (chance <= 45) return [{ after, event: key(dice.pick(LETTERS)) }];
  if (chance <= 65) return [{ after, event: key(dice.pick(NAMED)) }];
  if (chance <= 72) return createHeld(dice, after);
  if (chance <= 78) return dice.roll(1, 2) === 1 ? createTwice(dice, after) : createDetour(dice, after);
  if (chance <= 84)
    return [{ after, event: { kind: 'chunk', text: dice.pick(TEXTS), hasEnter: dice.roll(1, 3) === 1 } }];
  if (chance <= 88) return [{ after, event: { kind: 'paste', text: dice.pick(TEXTS) } }];
  if (chance <= 96) return [{ after, event: asked(dice, n) }];
  return [{ after, event: { kind: 'gone' } }];
}

const key = (name: string): RawEvent => ({ kind: 'key', name, isRepeat: false, isTold: false });

/** A held key: a delay, then repeats. Some terminals mark the repeats. */
function createHeld(dice: Dice, after: number): readonly Timed[] {
  const name = dice.pick([...LETTERS, 'enter', 'enter', 'enter']);
  const isTold = dice.roll(1, 4) === 1;
  const repeats = Array.from({ length: dice.roll(2, 12) }, (_, at) => ({
    after: at === 0 ? dice.roll(200, 660) : dice.roll(20, 90),
    event: { kind: 'key', name, isRepeat: true, isTold } as const,
  }));
  return [{ after, event: key(name) }, ...repeats];
}

/** Two deliberate presses, or two that are slightly too fast or too slow. */
function createTwice(dice: Dice, after: number): readonly Timed[] {
  const name = dice.pick(['p', 'a', 'y', 'o', 'e']);
  return [
    { after: 500, event: key('tab') },
    { after: after + dice.pick([0, 400, 500]), event: key(name) },
    { after: dice.pick([60, 149, 150, 200, 400, 900, 1500, 2900, 3001]), event: key(name) },
  ];
}

/** A press, a few other keys, and the same press again; or a reason that is started, left and resumed. */
function createDetour(dice: Dice, after: number): readonly Timed[] {
  const name = dice.pick(['p', 'a', 'y', 'r', 'e']);
  const between = Array.from({ length: dice.roll(1, 3) }, () => ({
    after: dice.pick([60, 200, 401, 450, 700]),
    event: key(dice.pick(NAMED)),
  }));
  return [
    { after: 500, event: key('tab') },
    { after: after + dice.pick([0, 400, 500]), event: key(name) },
    ...between,
    { after: dice.pick([60, 200, 401, 450]), event: key(name) },
  ];
}

function asked(dice: Dice, n: number): RawEvent {
  return { kind: 'asked', request: createRequest(dice, `q${n}-${dice.hex(4)}`) };
}

function createRequest(dice: Dice, inputId: string): InputRequest {
  const own = { inputId, title: `Question ${inputId}?` };
  const option = (id: string) => ({ id, label: `Option ${id}` });
  switch (dice.roll(1, 8)) {
    case 1:
      return { ...own, kind: 'text' };
    case 2:
      return { ...own, kind: 'credential', service: 'gemini' };
    case 3:
      return { ...own, kind: 'choice', multiple: dice.roll(1, 2) === 1, options: ['a', 'b', 'c'].map(option) };
    default:
      return { ...own, kind: 'confirmation', ...createCall(dice, inputId) };
  }
}

const EDIT = { type: 'diff' as const, path: 'a.txt', before: 'a\n', after: 'b\n' };

function createCall(dice: Dice, callId: string) {
  const isDangerous = dice.roll(1, 4) === 1;
  const project = dice.roll(1, 2) === 1 ? { project: `/home/ada/${dice.word()}` } : {};
  const edit = { tool: 'write_file', args: {}, effect: 'write' as const, display: EDIT };
  const run = { tool: 'run_shell_command', args: { command: 'npm test' }, effect: 'execute' as const };
  return {
    callId,
    ...(dice.roll(1, 2) === 1 ? edit : run),
    digest: `digest of ${callId}`,
    findings: isDangerous ? [{ check: 'c', severity: 'danger' as const, message: 'removes files' }] : [],
    ...(dice.roll(1, 5) === 1 ? {} : { grant: { text: `running npm test ${dice.word()}`, rule: 'r', ...project } }),
  };
}
