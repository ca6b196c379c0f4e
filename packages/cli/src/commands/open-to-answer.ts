import { bowlineHomeOf, openSession, setUpModels, type OpenedSession } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';
import { readSettings } from './read-settings.ts';

/** Opens a session as it was left, to say one thing to it. */
export async function openToAnswer(
  resume: string,
  { takeover }: { readonly takeover: boolean },
  env: CommandEnv,
): Promise<OpenedSession> {
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
