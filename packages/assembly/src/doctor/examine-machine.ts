import { dirname } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { inspectModels } from '../models/inspect-models.ts';
import { openSettings } from '../settings/open-settings.ts';
import type { Machine } from '../open-session.ts';
import { checkHome } from './check-home.ts';
import { checkModels } from './check-models.ts';
import { checkGit, checkNode, checkRipgrep, checkSandbox } from './check-programs.ts';
import { checkSettings } from './check-settings.ts';
import { ok, problem, type Check } from './check.ts';

/** What is looked at. */
export interface Examined {
  readonly machine: Machine;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder. */
  readonly home: string;
  /** The folder that is worked in. */
  readonly workspace: string;
  /** In place of the model that would be asked. */
  readonly model?: string | undefined;
  readonly isOffline: boolean;
  readonly signal: AbortSignal;
  /** Each time with what is still being looked at. */
  readonly onWaiting?: ((names: readonly string[]) => void) | undefined;
}

/** Longer than any limit inside a check: what reaches it hangs in the system, such as a file server that is gone. */
const LIMIT_MS = 10_000;

/** Looks at everything a session needs, all at once. Nothing is thrown, nothing is changed, and nothing waits for ever. */
export async function examineMachine(examined: Examined): Promise<readonly Check[]> {
  const { machine, env, home, workspace, model, isOffline, signal, onWaiting } = examined;
  const bowlineHome = dirname(machine.sessionsFolder);
  const { platform, version } = machine;
  const flags = model === undefined ? {} : { 'model.name': { flag: '-m', value: model } };
  const settings = openSettings({ env, home, bowlineHome, platform, workspace, flags });
  const inspection = inspectModels(settings, { env, bowlineHome });
  const checks: Readonly<Record<string, () => Promise<readonly Check[]>>> = {
    bowline: async () => [ok('bowline', `${version} on ${platform}`)],
    node: async () => await checkNode(machine),
    home: async () => await checkHome(bowlineHome),
    git: async () => await checkGit(machine),
    ripgrep: async () => await checkRipgrep(machine),
    sandbox: async () => await checkSandbox(machine, settings.values['security.sandbox']),
    settings: async () => await checkSettings(settings, { inspection, home }),
    model: async () => await checkModels(inspection, { platform, isOffline, signal }),
  };
  const awaited = new Set(Object.keys(checks));
  onWaiting?.([...awaited]);
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const result = await bounded(name, check);
      awaited.delete(name);
      onWaiting?.([...awaited]);
      return result;
    }),
  );
  return found.flat();
}

async function bounded(name: string, check: () => Promise<readonly Check[]>): Promise<readonly Check[]> {
  return await new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve([problem(name, `no result in ${LIMIT_MS / 1000} s`, 'something below it hangs: a disk, or the network')]);
    }, LIMIT_MS);
    void check()
      .catch((thrown: unknown): readonly Check[] => {
        const { message, hint } = AgentError.from(thrown);
        return [problem(name, message, hint ?? 'this is a fault in bowline: please tell us')];
      })
      .then(resolve)
      .finally(() => {
        clearTimeout(timer);
      });
  });
}
