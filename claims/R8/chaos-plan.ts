import { randomUUID } from 'node:crypto';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';

/** One answer of the model, `ms` after it is asked. */
export type PlannedAnswer = { readonly ms: number } & (
  | { readonly say: string }
  | { readonly calls: readonly PlannedEffect[] }
  /** There is none of the quota until so many seconds after it was first asked for; then it says that there is. */
  | { readonly quotaSeconds: number }
);

/** Something that is to happen once, known by a line that nothing else writes. */
export interface PlannedEffect {
  /** `quick` and `slow` append lines to a file, with a pause between two in `slow`; `write` writes a file of its own. */
  readonly kind: 'quick' | 'slow' | 'write';
  readonly id: string;
}

/** What a message asks for. The message itself says it, so the model needs to remember nothing. */
export interface ChaosPlan {
  readonly answers: readonly PlannedAnswer[];
}

/** Where the commands of a session leave their lines, in its workspace. */
export const EFFECTS = 'effects.txt';

/** How long a slow command takes: long enough to be met by a kill now and then. */
const SLOW_SECONDS = 1.2;

/** The lines that an effect leaves when it has happened as a whole. */
export function linesOf({ kind, id }: PlannedEffect): readonly string[] {
  return kind === 'write' ? [] : kind === 'slow' ? [id, `${id}-end`] : [id];
}

/** The call that makes it happen. */
export function toCall({ kind, id }: PlannedEffect): { name: string; args: Record<string, string> } {
  if (kind === 'write') return { name: 'write_file', args: { file_path: fileOf(id), content: id } };
  const begin = `echo ${id} >> ${EFFECTS}`;
  const command =
    kind === 'quick' ? begin : `${begin}; sleep ${SLOW_SECONDS}; echo ${id}-end >> ${EFFECTS}; echo ${id}`;
  return { name: 'run_shell_command', args: { command } };
}

/** What a call was to do, by its arguments; undefined for one that is none of ours. */
export function effectOf(args: Readonly<Record<string, unknown>>): PlannedEffect | undefined {
  const [, id] = /\b(e-[0-9a-f-]{36})\b/.exec(JSON.stringify(args)) ?? [];
  if (id === undefined) return undefined;
  if (typeof args['file_path'] === 'string') return { kind: 'write', id };
  return { kind: String(args['command']).includes('-end') ? 'slow' : 'quick', id };
}

/** The file of an effect that writes one, in the workspace. */
export function fileOf(id: string): string {
  return `${id}.txt`;
}

/** A turn of an ordinary session: some answers with calls, then a word. */
export function planTurn(random: SeededRandom): ChaosPlan {
  const calls = (kinds: readonly PlannedEffect['kind'][]): PlannedAnswer => ({
    ms: random.int(50, 600),
    calls: kinds.map((kind) => ({ kind, id: `e-${randomUUID()}` })),
  });
  const last: PlannedAnswer = { ms: random.int(200, 1500), say: `done ${randomUUID()}` };
  switch (random.pick(['talk', 'quick', 'slow', 'batch', 'steps'])) {
    case 'talk':
      return { answers: [last] };
    case 'quick':
      return { answers: [calls(['quick']), last] };
    case 'slow':
      return { answers: [calls(['slow']), last] };
    case 'batch':
      return { answers: [calls(['quick', 'write', 'slow']), last] };
    default:
      return { answers: [calls(['write']), calls(['slow']), calls(['quick', 'quick']), last] };
  }
}

/** A turn that asks before it does one thing, in a session that asks. */
export function planQuestion(random: SeededRandom): ChaosPlan {
  const kind = random.pick(['quick', 'slow', 'write']) as PlannedEffect['kind'];
  const calls = [{ kind, id: `e-${randomUUID()}` }];
  return { answers: [{ ms: random.int(50, 300), calls }, sayDone()] };
}

/** A turn that has to wait for a quota before it does one thing. */
export function planWait(quotaSeconds: number): ChaosPlan {
  const calls = [{ kind: 'quick' as const, id: `e-${randomUUID()}` }];
  return {
    answers: [
      { ms: 50, calls },
      { ms: 50, quotaSeconds },
    ],
  };
}

export function sayDone(): PlannedAnswer {
  return { ms: 100, say: `done ${randomUUID()}` };
}

/** A message that says what it wants in JSON, beside a word that makes it unlike any other. */
export function toMessageText(plan: ChaosPlan): string {
  return JSON.stringify({ ...plan, nonce: randomUUID() });
}

/** Undefined for text that is no plan. */
export function parsePlan(text: string): ChaosPlan | undefined {
  try {
    const plan = JSON.parse(text) as Partial<ChaosPlan>;
    return Array.isArray(plan.answers) ? { answers: plan.answers } : undefined;
  } catch {
    return undefined; // something else that was said to the model
  }
}
