import type { CommandEnv } from '../command.ts';
import { fileTexts } from '../texts/restore-texts.ts';
import { openToAnswer } from './open-to-answer.ts';

/** Opens a fork, which restores its files, and says which. */
export async function completeFork(sessionId: string, env: CommandEnv): Promise<void> {
  const opened = await openToAnswer(sessionId, { takeover: false }, env);
  try {
    let told = '';
    for await (const event of opened.session.events())
      if (event.type === 'notice' && event.code.startsWith('FILES_')) told = event.text;
    if (told !== '') env.stderr(`${told}\n`);
    env.stderr(`${fileTexts.sameFolder}\n`);
  } finally {
    await opened.close();
  }
}
