import { watchSession } from '@bowline/attach';
import type { SessionStore } from '@bowline/log';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';

/** The longest title, in characters. */
const LONGEST = 200;

/** A title in one row. */
export function toTitle(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST);
}

/** Adds a title to the log of a session, in the process that has it open. An empty one removes it. */
export async function renameSession(
  store: SessionStore,
  { sessionId, title }: { readonly sessionId: string; readonly title: string },
  { cwd, machine }: CommandEnv,
): Promise<void> {
  const named = toTitle(title);
  try {
    const log = await store.open(sessionId, { owner: machine.owner });
    await log.append([{ type: 'title_changed', body: { title: named } }]).finally(() => log.close());
  } catch (thrown) {
    if (!AgentError.is(thrown) || thrown.code !== 'SESSION_BUSY') throw thrown;
    const { agent, close } = await watchSession(sessionId, cwd, machine);
    await agent.send({ update: { title: named } }).finally(close);
  }
}
