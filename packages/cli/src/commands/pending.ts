import { openStore } from '@bowline/log';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { describePending } from './describe-question.ts';
import { parseWords } from './parse-words.ts';
import { readPending } from './read-pending.ts';

/** Lists what waits for an answer. Resolves to the exit code. */
export async function runPending(words: readonly string[], env: CommandEnv): Promise<number> {
  const { isJson } = parseWords(words, { name: 'pending', names: 0 });
  const store = openStore({ root: env.machine.sessionsFolder });
  try {
    const sessions = await readPending(store);
    if (isJson) env.stdout(`${JSON.stringify({ sessions }, null, 2)}\n`);
    else for (const session of sessions) env.stdout(`${describePending(session)}\n`);
    if (sessions.length === 0 && !isJson) env.stderr('nothing waits for an answer\n');
    return EXIT.ok;
  } finally {
    await store.close();
  }
}
