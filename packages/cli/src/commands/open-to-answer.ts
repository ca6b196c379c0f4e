import {
  bowlineHomeOf,
  openSession,
  setUpModels,
  watchSession,
  type OpenedSession,
  type WatchedSession,
} from '@bowline/assembly';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { readSettings } from './read-settings.ts';

/** A session that can be told an answer: opened here, or where another process of this machine has it open. */
export type OpenedToAnswer =
  | ({ readonly kind: 'here' } & OpenedSession)
  | {
      readonly kind: 'elsewhere';
      readonly session: WatchedSession['agent'];
      readonly sessionId: string;
      readonly close: () => Promise<void>;
    };

/** Opens a session as it was left, to say one thing to it; what another process has open is answered there. */
export async function openToAnswer(
  resume: string,
  { takeover }: { readonly takeover: boolean },
  env: CommandEnv,
): Promise<OpenedToAnswer> {
  try {
    return { kind: 'here', ...(await openHere(resume, takeover, env)) };
  } catch (thrown) {
    if (!AgentError.is(thrown) || thrown.code !== 'SESSION_BUSY') throw thrown;
    const { agent: session, canSpeak, close } = await watchSession(resume, env.cwd, env.machine);
    if (canSpeak) return { kind: 'elsewhere', session, sessionId: session.sessionId, close };
    await close();
    const hint = `that process cannot be reached; to answer here: bowline approve ${session.sessionId} --takeover`;
    throw new AgentError('SESSION_BUSY', thrown.message, { hint, cause: thrown });
  }
}

async function openHere(resume: string, takeover: boolean, env: CommandEnv): Promise<OpenedSession> {
  const models = setUpModels({ env: env.env, home: env.home, bowlineHome: bowlineHomeOf(env.env) });
  return await openSession(
    {
      workspace: env.cwd,
      models,
      secrets: models.secrets,
      webSearch: models.webSearch,
      fallback: 'switch',
      isInteractive: false,
      canAsk: true,
      settings: (workspace) => readSettings(env, { workspace }),
      session: { resume, takeover },
    },
    env.machine,
  );
}
