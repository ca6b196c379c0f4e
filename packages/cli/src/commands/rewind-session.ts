import { isVisible, toVisibleRanges, type SessionStore } from '@bowline/log';
import { AgentError, type JsonObject } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openToAnswer } from './open-to-answer.ts';
import { toCount } from './to-count.ts';

/** What a rewind goes by. */
export interface RewindWish {
  readonly sessionId: string;
  /** How many messages to go back; one when nothing is said. */
  readonly count: string | undefined;
  readonly isUndo: boolean;
}

/** Takes a session back to before one of its last messages, or takes that back. Resolves to the exit code. */
export async function rewindSession(store: SessionStore, wish: RewindWish, env: CommandEnv): Promise<number> {
  const { sessionId, isUndo } = wish;
  const data: JsonObject = isUndo ? { undo: true } : { before: await findMessage(store, wish) };
  const opened = await openToAnswer(sessionId, { takeover: false }, env);
  try {
    opened.session.subscribe((event) => {
      if (event.type === 'notice') env.stdout(`${event.text}\n`);
    });
    await opened.session.send({ action: { name: 'rewind', data } });
  } finally {
    await opened.close();
  }
  env.stdout(`${isUndo ? 'undone' : 'rewound'}; bowline --resume ${sessionId} goes on from there\n`);
  return EXIT.ok;
}

async function findMessage(store: SessionStore, { sessionId, count = '1' }: RewindWish): Promise<string> {
  const reader = await store.openReader(sessionId);
  try {
    const visible = toVisibleRanges(await reader.rewinds(), reader.head.seq);
    const messages: string[] = [];
    for await (const { seq, type, id } of reader.read())
      if (type === 'user_message' && isVisible(visible, seq)) messages.push(id);
    const found = /^[1-9]\d*$/.test(count) ? messages.at(-Number(count)) : undefined;
    if (found !== undefined) return found;
    throw new AgentError('SEND_INVALID', `Only ${toCount(messages.length, 'message')} to rewind, not ${count}`, {
      hint: 'bowline sessions rewind ID 1 goes back to before the last one',
    });
  } finally {
    await reader.close();
  }
}
