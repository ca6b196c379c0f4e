import type { SandboxProfile, Wall } from '@bowline/protocol';
import { fail, succeed, type ToolOutcome } from '../define-tool.ts';
import type { CommandEnd } from '@bowline/workspace';
import { describeLimit } from './describe-limit.ts';
import { describeOutput } from './describe-output.ts';

/** For the model, when it is unknown how a command ended. */
export const UNKNOWN_END = 'It is unknown how the command ended. It may have run, and is not run again.';
/** Shorter durations are not mentioned. */
const WORTH_SAYING_MS = 10_000;

/** Where a command ran. Undefined directory: the default. */
export interface EndedWhere {
  readonly cwd: string;
  readonly shownCwd: string | undefined;
  /** The sandbox profile. Absent: no sandbox. */
  readonly profile?: Exclude<SandboxProfile, 'open'> | undefined;
  /** Hosts that it could reach. */
  readonly hosts?: readonly string[] | undefined;
  /** What the sandbox refused, as far as known. If the command failed, the user is asked for it. */
  readonly walls?: readonly Wall[] | undefined;
}

/** Describes an ended command for the model. */
export function describeEnd(end: CommandEnd, where: EndedWhere): ToolOutcome {
  if (end.stop !== null) return describeStop(end, end.stop, where);
  const { text, display, artifact } = describeOutput(end);
  if (end.exitCode === null && end.signal === null) {
    return fail('outcome_unknown', text === '' ? UNKNOWN_END : `${UNKNOWN_END} Its output was:\n${text}`, artifact);
  }
  const output = text === '' ? '(no output)' : text;
  return succeed([output, ...toNotes(end, where)].join('\n'), {
    data: toData(end, where),
    display: { type: 'text', text: display === '' ? output : display },
    ...artifact,
  });
}

/** Describes a command that was canceled. */
export function describeAbort(end: CommandEnd): ToolOutcome {
  const { text, artifact } = describeOutput(end);
  const words = `The command and all its processes were stopped before it ended. ${toPrinted(text)}`;
  return fail('aborted', words, artifact);
}

/** How a command ended, in a few words. */
export function describeExit(end: Pick<CommandEnd, 'exitCode' | 'signal' | 'stop' | 'durationMs'>): string {
  const { exitCode, signal, stop, durationMs } = end;
  const after = durationMs === null ? '' : ` after ${toDuration(durationMs)}`;
  if (stop !== null) return `ended${after}: ${whyStopped(stop)}`;
  if (signal !== null) return `was ended by ${signal}${after}`;
  return exitCode === null ? 'ended with an unknown status' : `ended with exit code ${exitCode}${after}`;
}

/** A duration for people. */
export function toDuration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}

type Stop = NonNullable<CommandEnd['stop']>;

function describeStop(end: CommandEnd, stop: Stop, where: EndedWhere): ToolOutcome {
  const { text, display, artifact } = describeOutput(end);
  const reason = [`${whyStopped(stop)}.${adviceFor(stop.cause)}`, ...sayLimits(end)].join(' ');
  return fail(stop.cause, `The command was stopped: ${reason} ${toPrinted(text)}`, {
    data: toData(end, where),
    ...(display === '' ? {} : { display: { type: 'text', text: display } }),
    ...artifact,
  });
}

function sayLimits({ limits = [] }: CommandEnd): readonly string[] {
  return limits.map((limit) => describeLimit(limit));
}

function toPrinted(text: string): string {
  return text === '' ? 'It printed nothing.' : `Its output was:\n${text}`;
}

function whyStopped({ cause, limitMs }: Stop): string {
  const limit = toDuration(limitMs ?? 0);
  switch (cause) {
    case 'killed':
      return 'it was killed';
    case 'timeout':
      return `it was killed after its time limit of ${limit}`;
    case 'silence':
      return `it was killed because it printed nothing for ${limit}`;
    case 'lease':
      return 'it was killed because the agent was disconnected for too long';
    case 'run_ended':
      return 'it was killed when the run that started it ended';
  }
}

function adviceFor(cause: Stop['cause']): string {
  if (cause === 'silence') return ' If it needs more time, set timeout_ms or is_background.';
  return cause === 'timeout' ? ' If it needs more time, set a larger timeout_ms or is_background.' : '';
}

/** Added to failures, because a program may not know why it failed. */
const CHANGED = {
  observe: 'not change files, not read files that hold keys',
  work: 'change only files in the workspace',
} as const;

function sayConfined({ profile, hosts = [], walls = [] }: EndedWhere, isGood: boolean): string[] {
  if (profile === undefined) return [];
  if (isGood) return sayRefused(walls);
  const reached = hosts.length === 0 ? 'not use the network' : `reach ${hosts.join(', ')} only`;
  const more = profile === 'observe' ? 'workspace' : 'outside';
  const hint = walls.length > 0 ? '' : ` If it failed because of that, call it again with needs: "${more}".`;
  return [`It ran in the sandbox, where it could ${CHANGED[profile]} and ${reached}.${hint}`];
}

/** A program that continues without the network may not report it. */
function sayRefused(walls: readonly Wall[]): string[] {
  const hosts = walls.flatMap(({ need, target }) => (need === 'network' && target !== null ? [target] : []));
  return hosts.length === 0 ? [] : [`It ran in the sandbox, which blocked access to ${hosts.join(', ')}.`];
}

function toNotes(end: CommandEnd, where: EndedWhere): string[] {
  const { exitCode, signal, durationMs, leftovers } = end;
  const { shownCwd } = where;
  const took = durationMs !== null && durationMs >= WORTH_SAYING_MS ? toDuration(durationMs) : undefined;
  const place = shownCwd === undefined ? '' : `, in ${shownCwd}`;
  const after = took === undefined ? '' : `, after ${took}`;
  const isGood = exitCode === 0 && signal === null;
  return [
    ...(isGood && took !== undefined ? [`Took ${took}`] : []),
    ...(exitCode === null || exitCode === 0 ? [] : [`Exit code: ${exitCode}${after}${place}`]),
    ...(signal === null ? [] : [`Ended by signal: ${signal}${after}${place}`]),
    ...(leftovers === 0 ? [] : [describeLeftovers(leftovers)]),
    ...sayLimits(end),
    ...sayConfined(where, isGood),
  ];
}

/** Describes processes that were ended because the command that started them had ended. */
export function describeLeftovers(count: number): string {
  const [what, were] = count === 1 ? ['1 process', 'was'] : [`${count} processes`, 'were'];
  return `${what} that it left running ${were} ended. To keep a process running, use is_background instead of & or nohup.`;
}

function toData({ exitCode, signal, durationMs }: CommandEnd, { cwd }: EndedWhere) {
  return { exitCode, ...(signal === null ? {} : { signal }), ...(durationMs === null ? {} : { durationMs }), cwd };
}
