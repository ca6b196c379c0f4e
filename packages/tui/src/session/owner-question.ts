import type { WatchedOwner } from '../host/watched-owner.ts';
import { describeCall } from '../paint/calls/describe-call.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import { paintElapsed } from '../paint/status/paint-duration.ts';
import type { OwnQuestion } from '../questions/own-question.ts';
import { watchTexts } from '../texts/watch-texts.ts';
import type { Transcript } from '../transcript/transcript.ts';

/** What can be done about a session whose process has ended. */
export type OwnerAnswer = 'take' | 'watch' | 'quit';

/** The id of the question about an ended process. */
export const OWNER_QUESTION = 'owner-ended';

/** The question what to do with a watched session whose process has ended. */
export function askAboutOwner(
  { pid, at, isAlive }: Extract<WatchedOwner, { kind: 'ended' }>,
  { title, transcript }: { readonly title: string; readonly transcript: Pick<Transcript, 'live' | 'stream'> },
): OwnQuestion {
  const command = findCommand(transcript);
  const work = command !== null ? 'command' : transcript.stream === null ? 'none' : 'turn';
  const { options, ended, closed, about, session } = watchTexts;
  // A process that quits closes its session first.
  const describe = (time: string | null): string => (isAlive() ? closed : ended)(pid, time);
  return {
    kind: 'choice',
    inputId: OWNER_QUESTION,
    title: describe(null),
    multiple: false,
    options: [
      { key: 't', id: 'take' satisfies OwnerAnswer, label: options.take, description: options.takeNote[work] },
      { key: 'w', id: 'watch' satisfies OwnerAnswer, label: options.watch, description: options.watchNote },
      { key: 'q', id: 'quit' satisfies OwnerAnswer, label: options.quit, description: options.quitNote },
    ],
    own: {
      later: 'watch',
      title: (now) => [describe(paintElapsed(now - Date.parse(at))), describe(null)],
      right: title === '' ? [] : [session(cleanLine(title))],
      about: about[work](command ?? ''),
    },
  };
}

/** The command that ran. It runs on by itself. */
function findCommand({ live }: Pick<Transcript, 'live'>): string | null {
  const call = live.findLast(
    (item) => item.kind === 'call' && item.status === 'running' && item.name === 'run_shell_command',
  );
  return call?.kind === 'call' ? describeCall(call.name, call.args, '').target : null;
}
