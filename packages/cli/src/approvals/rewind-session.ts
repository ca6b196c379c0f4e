import { isVisible, toVisibleRanges, type SessionStore } from '@bowline/log';
import { type JsonObject } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { usageError } from '../texts/error-text.ts';
import { sessionTexts } from '../texts/session-texts.ts';
import { openToAnswer } from './open-to-answer.ts';

/** The options of a rewind. */
export interface RewindWish {
  readonly sessionId: string;
  /** The number of messages to remove. Default: 1. */
  readonly count: string | undefined;
  readonly isUndo: boolean;
  /** Restores files too. */
  readonly withFiles: boolean;
}

/** Rewinds a session to before one of its last messages, or undoes that. Resolves to the exit code. */
export async function rewindSession(store: SessionStore, wish: RewindWish, env: CommandEnv): Promise<number> {
  const { sessionId, isUndo, withFiles } = wish;
  const point: JsonObject = isUndo ? { undo: true } : { before: await findMessage(store, wish) };
  const data = withFiles ? { ...point, files: true } : point;
  const opened = await openToAnswer(sessionId, { takeover: false }, env);
  try {
    opened.session.subscribe((event) => {
      if (event.type === 'notice') env.stdout(`${event.text}\n`);
    });
    await opened.session.send({ action: { name: 'rewind', data } });
  } finally {
    await opened.close();
  }
  env.stdout(`${(isUndo ? sessionTexts.restored : sessionTexts.rewound)(sessionId)}\n`);
  return EXIT.ok;
}

async function findMessage(store: SessionStore, { sessionId, count = '1' }: RewindWish): Promise<string> {
  const reader = await store.openReader(sessionId);
  try {
    const visible = toVisibleRanges(await reader.rewinds(), reader.head.seq);
    const messages: string[] = [];
    for await (const { seq, type, id } of reader.read())
      if (type === 'user_message' && isVisible(visible, seq)) messages.push(id);
    if (!/^[1-9]\d*$/.test(count)) throw usageError(sessionTexts.notACount(count));
    const found = messages.at(-Number(count));
    if (found !== undefined) return found;
    throw usageError(sessionTexts.tooFar(messages.length, count));
  } finally {
    await reader.close();
  }
}
