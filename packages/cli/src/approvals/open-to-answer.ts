import { bowlineHomeOf } from '@bowline/settings';
import { openSession, type OpenedSession } from '@bowline/assembly';
import { setUpModels } from '@bowline/providers';
import { watchSession, type WatchedSession } from '@bowline/attach';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { approvalTexts } from '../texts/approval-texts.ts';
import { readSettings } from '../session/read-settings.ts';

/** A session that can take an answer: opened in this process, or open in another process of this machine. */
export type OpenedToAnswer =
  | ({ readonly kind: 'here' } & OpenedSession)
  | {
      readonly kind: 'elsewhere';
      readonly session: WatchedSession['agent'];
      readonly sessionId: string;
      readonly close: () => Promise<void>;
    };

/** Opens a session to send one answer. If another process has it open, the answer goes there. */
export async function openToAnswer(
  resume: string,
  { takeover }: { readonly takeover: boolean },
  env: CommandEnv,
): Promise<OpenedToAnswer> {
  try {
    return { kind: 'here', ...(await openHere(resume, takeover, env)) };
  } catch (thrown) {
    if (!AgentError.is(thrown) || thrown.code !== 'SESSION_BUSY') throw thrown;
    const { agent: session, close } = await watchSession(resume, env.cwd, env.machine);
    const { owner } = session;
    if (owner.kind === 'running' && owner.canSend)
      return { kind: 'elsewhere', session, sessionId: session.sessionId, close };
    await close();
    const hint = approvalTexts.unreachableOwner(session.sessionId);
    throw new AgentError('SESSION_BUSY', thrown.message, { hint, cause: thrown });
  }
}

async function openHere(resume: string, takeover: boolean, env: CommandEnv): Promise<OpenedSession> {
  const models = setUpModels({ env: env.env, home: env.home, bowlineHome: bowlineHomeOf(env.env) });
  return await openSession(
    {
      workspace: env.cwd,
      models,
      model: { fallback: 'switch' },
      isInteractive: false,
      approval: { canAsk: true },
      settings: (workspace) => readSettings(env, { workspace }),
      session: { resume, takeover },
    },
    env.machine,
  );
}
