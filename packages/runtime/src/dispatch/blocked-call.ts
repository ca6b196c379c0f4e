import type { NewRecord } from '@bowline/log';
import type { ToolOutcome } from '@bowline/tools';
import type { BlockedRun, CallState } from '../state/turn-state.ts';

/** The record of a command that the sandbox blocked. Undefined if it blocked nothing that the user could allow. */
export function toBlocked({ callId, args, profile, hosts }: CallState, outcome: ToolOutcome): NewRecord | undefined {
  const { walls = [], content, display, data, artifact } = outcome;
  const { command } = args;
  if (walls.length === 0 || profile === undefined || profile === 'open' || typeof command !== 'string')
    return undefined;
  return {
    type: 'tool_blocked',
    body: {
      callId,
      command,
      profile,
      ...(hosts === undefined ? {} : { hosts: [...hosts] }),
      walls: [...walls],
      content: [...content],
      ...(display === undefined ? {} : { display }),
      ...(data === undefined ? {} : { data }),
      ...(artifact === undefined ? {} : { artifact }),
    },
  };
}

/** Whether it ran before it was blocked. A command that could not be confined did not run. */
export function hasRun({ walls }: Pick<BlockedRun, 'walls'>): boolean {
  return walls.every(({ need }) => need !== 'outside');
}

function withText(content: BlockedRun['content'], text: string): BlockedRun['content'] {
  const [first, ...others] = content;
  return first?.type === 'text'
    ? [{ type: 'text', text: `${first.text}\n${text}` }, ...others]
    : [...content, { type: 'text', text }];
}

/** The result of a command that is not rerun with more access: its output, and why it ends there. */
export function finishBlocked(
  { name }: Pick<CallState, 'name'>,
  { callId, content, display, data, artifact, walls }: BlockedRun,
  why: string,
): NewRecord {
  const again = hasRun({ walls }) ? ' again with more access' : '';
  return {
    type: 'tool_finished',
    body: {
      callId,
      name,
      content: withText(content, `It was not run${again}: ${why}.`),
      isError: true,
      errorType: 'sandbox_refused',
      ...(display === undefined ? {} : { display }),
      // The output is for the model. The explanation is for the user.
      data: { ...data, explanation: why },
      ...(artifact === undefined ? {} : { artifact }),
    },
  };
}
