import { inspectContext } from '@bowline/assembly';
import { providerOf, toModelWish } from '@bowline/models';
import type { HostModels } from '@bowline/providers';
import type { AgentProtocol } from '@bowline/protocol';
import type { OpenedSettings } from '@bowline/settings';
import type { OpenedTui, StartRow } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import { toShownPath } from '../inspect/describe-context.ts';
import { toShort } from '../print/to-short.ts';
import { startTexts } from '../texts/start-texts.ts';
import { listSessions } from './list-sessions.ts';

/** A session that was just opened. */
export interface StartedSession {
  readonly agent: AgentProtocol;
  readonly models: HostModels;
  readonly settings: OpenedSettings;
  readonly directories: readonly string[];
  readonly isNew: boolean;
}

/** The values of a session, each with the command that changes it. */
export async function describeStart(
  started: StartedSession,
  env: CommandEnv,
): Promise<Pick<OpenedTui, 'start' | 'model'>> {
  const { model, mode, isConfined } = await started.agent.status();
  const wish = toModelWish(model ?? started.models.name);
  const name = wish.kind === 'auto' ? wish.family.pro : wish.model;
  // With `auto`, the router chooses for each request.
  const shown = wish.kind === 'auto' ? (model ?? started.models.name) : name;
  const asked = { workspace: env.cwd, directories: started.directories, settings: started.settings, mode, model: name };
  const [context, last] = await Promise.all([
    inspectContext(asked, env.machine),
    started.isNew ? describeLast(env) : undefined,
  ]);
  const files = context.memory.map(({ path }) => toShownPath(path, { asked, home: env.home }));
  const tokens = context.memory.reduce((sum, file) => sum + file.tokens, 0);
  const start = [
    { command: '/model', ...describeModel({ model: shown, window: context.window, models: started.models }, env) },
    { command: '/mode', ...startTexts.modes[mode] },
    ...(isConfined === undefined
      ? []
      : [{ command: '/sandbox', ...startTexts.sandbox(isConfined && mode !== 'yolo') }]),
    ...(files.length === 0 ? [] : [{ command: '/context', ...startTexts.context(files, tokens) }]),
    ...(last === undefined ? [] : [{ command: '/resume', ...last }]),
  ];
  return { start, model: shown };
}

type Words = Omit<StartRow, 'command'>;

interface StartModel {
  readonly model: string;
  readonly window: number;
  readonly models: HostModels;
}

function describeModel({ model, window, models }: StartModel, env: CommandEnv): Words {
  const provider = providerOf(model);
  const entry = models.providers[provider];
  const [place] = entry === undefined ? [] : models.credentials.places(provider, entry);
  const key = place === undefined ? null : toShort(place.replace(/^\$/, ''), env.home);
  return startTexts.model(model, window, key);
}

/** The newest session of this folder that can be resumed. */
async function describeLast(env: CommandEnv): Promise<Words | undefined> {
  const [last] = await listSessions(env, { isHere: true });
  return last === undefined ? undefined : startTexts.last(last, Date.now());
}
