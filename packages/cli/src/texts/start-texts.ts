import type { ApprovalMode } from '@bowline/protocol';
import { describeAge, paintCount, paintRoundCost, type ListedSession } from '@bowline/tui';

/** The values of a session at its start: in full, and for little room. */
export interface StartWords {
  readonly text: string;
  readonly brief?: string;
}

const toWords = (text: string, brief: string): StartWords => ({ text, brief });

/** What the screen says about a session before its first message. */
export const startTexts = {
  model: (model: string, window: number, key: string | null): StartWords =>
    toWords([model, `${paintCount(window)} context`, ...(key === null ? [] : [`key from ${key}`])].join(' · '), model),
  modes: {
    default: toWords('default · asks before edits and commands', 'default · asks first'),
    auto_edit: toWords('auto_edit · edits without asking, asks before commands', 'auto_edit'),
    plan: toWords('plan · reads and plans, changes nothing', 'plan'),
    preview: toWords('preview · changes a copy, you decide at the end of the turn', 'preview'),
    yolo: toWords('yolo · runs everything no rule forbids', 'yolo'),
  } satisfies Readonly<Record<ApprovalMode, StartWords>>,
  sandbox: (isConfined: boolean): StartWords =>
    isConfined
      ? toWords('on · commands can write in this project only', 'on')
      : toWords('off · commands can reach your files and the network', 'off'),
  context: (files: readonly string[], tokens: number): StartWords => {
    const [first = '', ...others] = files;
    const size = `${paintCount(tokens)} tokens`;
    return toWords(
      `${files.join(', ')} · ${size}`,
      `${first}${others.length === 0 ? '' : ` +${others.length}`} · ${size}`,
    );
  },
  last: ({ title, updatedAt, pending, cost }: ListedSession, now: number): StartWords => {
    const age = describeAge(updatedAt, now);
    const spent = cost === null || cost === 0 ? [] : [paintRoundCost(cost)];
    const asks = pending === 0 ? [] : [`${pending} ${pending === 1 ? 'approval' : 'approvals'} pending`];
    return toWords([`"${title}"`, age, ...spent, ...asks].join(' · '), `${title} · ${age}`);
  },
} as const;
