import type { BackgroundCommand } from '../workspace.ts';
import type { CallState } from './call-files.ts';
import { durationOf } from './read-command-end.ts';
import type { SupervisorAnswer } from './supervisor-link.ts';

/** Builds a background command from its recorded state and its supervisor's answer. */
export function toBackgroundCommand(state: CallState, answer: SupervisorAnswer | undefined): BackgroundCommand {
  const { key, command, cwd, pid, startedAt, hasTerminal, exitCode, signal, stop, leftovers } = state;
  const status = statusOf(state, answer);
  const isOver = status === 'ended' || status === 'lost';
  const end = isOver ? { exitCode, signal, stop, leftovers, durationMs: durationOf(state) } : null;
  // If its end was not recorded, the recorded ports are no longer valid.
  const ports = isOver ? [] : (state.network?.ports ?? []);
  return { key, command, cwd, pid, status, startedAt, hasTerminal, ports, end };
}

function statusOf({ endedAt }: CallState, answer: SupervisorAnswer | undefined): BackgroundCommand['status'] {
  if (endedAt !== null) return 'ended';
  if (answer?.status !== 'running') return 'lost';
  return answer.isWaiting === true ? 'waiting' : 'running';
}
