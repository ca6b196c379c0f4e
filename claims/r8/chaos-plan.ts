import { randomUUID } from 'node:crypto';
import type { SeededRandom } from '../../tests/kit/seeded-random.ts';

/** One answer of the model, `ms` after the request. */
export type PlannedAnswer = { readonly ms: number } & (
  | { readonly say: string }
  | { readonly calls: readonly PlannedEffect[] }
  /** The quota is used up until this many seconds after the first request; then the model says that it is available. */
  | { readonly quotaSeconds: number }
);

/** An effect that must happen once, identified by a line that nothing else writes. */
export interface PlannedEffect {
  /** `quick` and `slow` append lines to a file, `slow` with a pause between two; `write` writes its own file. */
  readonly kind: 'quick' | 'slow' | 'write';
  readonly id: string;
}

/** What a message requests. The message contains the plan, so the model needs no memory. */
export interface ChaosPlan {
  readonly answers: readonly PlannedAnswer[];
}

/** The file in the workspace to which the commands of a session append their lines. */
export const EFFECTS = 'effects.txt';

/** How long a slow command takes: long enough for a kill to hit it sometimes. */
const SLOW_SECONDS = 1.2;

/** The lines of an effect that happened completely. */
export function linesOf({ kind, id }: PlannedEffect): readonly string[] {
  return kind === 'write' ? [] : kind === 'slow' ? [id, `${id}-end`] : [id];
}

/** The call that causes the effect. */
export function toCall({ kind, id }: PlannedEffect): { name: string; args: Record<string, string> } {
  if (kind === 'write') return { name: 'write_file', args: { file_path: fileOf(id), content: id } };
  const begin = `echo ${id} >> ${EFFECTS}`;
  const command =
    kind === 'quick' ? begin : `${begin}; sleep ${SLOW_SECONDS}; echo ${id}-end >> ${EFFECTS}; echo ${id}`;
  return { name: 'run_shell_command', args: { command } };
}

/** The effect of a call, from its arguments. Undefined for other calls. */
export function effectOf(args: Readonly<Record<string, unknown>>): PlannedEffect | undefined {
  const [, id] = /\b(e-[0-9a-f-]{36})\b/.exec(JSON.stringify(args)) ?? [];
  if (id === undefined) return undefined;
  if (typeof args['file_path'] === 'string') return { kind: 'write', id };
  return { kind: String(args['command']).includes('-end') ? 'slow' : 'quick', id };
}

/** The file in the workspace of an effect that writes one. */
export function fileOf(id: string): string {
  return `${id}.txt`;
}

/** A turn of an ordinary session: some answers with calls, then a text. */
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

/** A turn with one effect that needs approval, in a session that asks. */
export function planQuestion(random: SeededRandom): ChaosPlan {
  const kind = random.pick(['quick', 'slow', 'write']) as PlannedEffect['kind'];
  const calls = [{ kind, id: `e-${randomUUID()}` }];
  return { answers: [{ ms: random.int(50, 300), calls }, sayDone()] };
}

/** A turn with one effect that then waits for a quota. */
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

/** A message with the plan as JSON, and a word that makes the message unique. */
export function toMessageText(plan: ChaosPlan): string {
  return JSON.stringify({ ...plan, nonce: randomUUID() });
}

/** Returns undefined for text that is not a plan. */
export function parsePlan(text: string): ChaosPlan | undefined {
  try {
    const plan = JSON.parse(text) as Partial<ChaosPlan>;
    return Array.isArray(plan.answers) ? { answers: plan.answers } : undefined;
  } catch {
    return undefined; // other text that was sent to the model
  }
}
