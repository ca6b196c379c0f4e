import type { NewRecord } from '@bowline/log';
import type { CommandRunner, FenceVerdict, Workspace } from '@bowline/workspace';
import type { CallState } from '../state/turn-state.ts';

/** Where unfinished calls and background commands of the session were started. */
export interface EarlierRunners {
  readonly workspace: Workspace;
  readonly earlier: readonly (CommandRunner & { readonly callId: string })[];
}

/**
 * Ends the commands of earlier owners of the session, before a call with an effect. Undefined if this workspace knows
 * no owners.
 */
export async function fenceCall(
  { effect }: Pick<CallState, 'effect'>,
  { workspace, earlier }: EarlierRunners,
): Promise<FenceVerdict | undefined> {
  const { fence, saves } = workspace;
  // What runs elsewhere changes another copy of the files.
  const near = saves === undefined ? earlier : earlier.filter(({ place }) => place === fence?.runner.place);
  return effect === 'read' ? undefined : await fence?.check(near);
}

/** Why a call with an effect does not start beside commands of an earlier owner. Undefined: it may start. */
export function refusalOf(verdict: FenceVerdict | undefined): string | undefined {
  if (verdict?.kind !== 'unproved' || verdict.isForced) return undefined;
  return `A command of the process that had this session before may still be running: ${verdict.reason}. Nothing that changes the workspace runs beside it. The user can end it there and try again, or resume the session with --ignore-old-commands.`;
}

/** The record of a call whose outcome is unknown, with what is known about its processes. */
export function interrupted(
  { callId, name }: Pick<CallState, 'callId' | 'name'>,
  verdict: FenceVerdict | undefined,
  { earlier, saves }: Pick<EarlierRunners, 'earlier'> & Pick<Workspace, 'saves'>,
): NewRecord {
  const isKnown = earlier.some((runner) => runner.callId === callId);
  const isApart = saves?.isRestored === true;
  const commands = isApart ? 'apart' : verdict === undefined || !isKnown ? undefined : stateOf(verdict);
  const reason = unknownOutcome(name, commands);
  return { type: 'tool_interrupted', body: { callId, name, reason, ...(commands === undefined ? {} : { commands }) } };
}

type CommandState = NonNullable<Extract<NewRecord, { type: 'tool_interrupted' }>['body']['commands']>;

function stateOf(verdict: FenceVerdict): CommandState | undefined {
  if (verdict.kind === 'unproved') return 'may_run';
  switch (verdict.by) {
    case 'proof':
      return 'ended';
    case 'lease':
      return 'lease';
    case 'unknown':
      return undefined;
  }
}

/** Says that a call was started and its outcome is unknown, and whether it can still have an effect. */
export function unknownOutcome(name: string, commands?: CommandState): string {
  const advice = 'It was not run again: check the current state before you repeat it.';
  switch (commands) {
    case undefined:
      return `${name} was running when its process ended, so its outcome is unknown. ${advice}`;
    case 'ended':
      return `${name} was running when its process ended or was replaced, so its outcome is unknown. No process of it is left. ${advice}`;
    case 'lease':
      return `${name} was running on another machine when its process ended or was replaced, so its outcome is unknown. The lease on its processes has ended, which ends them there, unless everything that watches them was stopped at once. ${advice}`;
    case 'apart':
      return `${name} was running in another copy of the workspace when its process ended or was replaced, so its outcome is unknown. The files here are those of the last save, which may be from before it or from the middle of it. ${advice}`;
    case 'may_run':
      return `${name} was running when its process ended or was replaced, so its outcome is unknown. It may still be running and changing files. ${advice}`;
  }
}
