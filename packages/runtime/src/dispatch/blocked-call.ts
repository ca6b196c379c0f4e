import type { NewRecord } from '@bowline/log';
import type { ToolOutcome } from '@bowline/tools';
import type { BlockedRun, CallState } from '../state/turn-state.ts';

/** The record of a command that the sandbox refused something; undefined when it refused nothing that could be asked for. */
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

/** Whether it ran before it was refused something; what could not be confined did not. */
export function hasRun({ walls }: Pick<BlockedRun, 'walls'>): boolean {
  return walls.every(({ need }) => need !== 'outside');
}

function withText(content: BlockedRun['content'], text: string): BlockedRun['content'] {
  const [first, ...others] = content;
  return first?.type === 'text'
    ? [{ type: 'text', text: `${first.text}\n${text}` }, ...others]
    : [...content, { type: 'text', text }];
}

/** The result of a command that is not run again with more: what it gave, and why it ends there. */
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
      // The output speaks to the model; a person is told why it ended there.
      data: { ...data, explanation: why },
      ...(artifact === undefined ? {} : { artifact }),
    },
  };
}
