import { openStore } from '@bowline/log';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { approvalTexts } from '../texts/approval-texts.ts';
import { describePending } from '../approvals/describe-question.ts';
import { parseWords } from '../usage/parse-words.ts';
import { readPending } from '../approvals/read-pending.ts';

/** Lists pending approvals. Resolves to the exit code. */
export async function runPending(words: readonly string[], env: CommandEnv): Promise<number> {
  const { isJson } = parseWords(words, { name: 'pending', names: 0 });
  const store = openStore({ root: env.machine.sessionsFolder });
  try {
    const sessions = await readPending(store);
    if (isJson) env.stdout(`${JSON.stringify({ sessions }, null, 2)}\n`);
    else for (const session of sessions) env.stdout(`${describePending(session)}\n`);
    if (sessions.length === 0 && !isJson) env.stderr(`${approvalTexts.nonePending}\n`);
    return EXIT.ok;
  } finally {
    await store.close();
  }
}
