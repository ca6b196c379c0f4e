import { dirname } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { inspectModels } from '@bowline/providers';
import { openSettings } from '@bowline/settings';
import type { HostEnvironment } from '@bowline/assembly';
import { doctorTexts } from '../texts/doctor-texts.ts';
import { checkHome } from './check-home.ts';
import { checkModels } from './check-models.ts';
import { checkPolicies } from './check-policies.ts';
import { checkGit, checkNode, checkRipgrep, checkSandbox } from './check-programs.ts';
import { checkSettings } from './check-settings.ts';
import { checkWebSearch } from './check-web-search.ts';
import { ok, problem, type Check } from './check.ts';

/** What to check. */
export interface Examined {
  readonly machine: HostEnvironment;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home directory. */
  readonly home: string;
  /** The working directory. */
  readonly workspace: string;
  /** Used instead of the current model. */
  readonly model?: string | undefined;
  readonly isOffline: boolean;
  readonly signal: AbortSignal;
  /** Called with the names of the running checks. */
  readonly onWaiting?: ((names: readonly string[]) => void) | undefined;
}

/** Longer than any limit inside a check; reached if the system hangs, such as a lost file server. */
const LIMIT_MS = 10_000;

/** Runs all checks in parallel. Never throws, changes nothing, and always ends. */
export async function examineMachine(examined: Examined): Promise<readonly Check[]> {
  const { machine, env, home, workspace, model, isOffline, signal, onWaiting } = examined;
  const bowlineHome = dirname(machine.sessionsFolder);
  const { platform, version } = machine;
  const flags = model === undefined ? {} : { 'model.name': { flag: '-m', value: model } };
  const settings = openSettings({ env, home, bowlineHome, platform, workspace, flags });
  const inspection = inspectModels(settings, { env, bowlineHome });
  const checks: Readonly<Record<string, () => Promise<readonly Check[]>>> = {
    bowline: async () => [ok('bowline', doctorTexts.bowline(version, platform))],
    node: async () => await checkNode(machine),
    home: async () => await checkHome(bowlineHome),
    git: async () => await checkGit(machine),
    ripgrep: async () => await checkRipgrep(machine),
    sandbox: async () => await checkSandbox(machine, settings.values['security.sandbox']),
    settings: async () => await checkSettings(settings, { inspection, home }),
    policies: async () => await checkPolicies(settings, { home, bowlineHome, workspace }, machine),
    'web search': async () => checkWebSearch(settings),
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
      resolve([problem(name, doctorTexts.hangs(LIMIT_MS / 1000))]);
    }, LIMIT_MS);
    void check()
      .catch((thrown: unknown): readonly Check[] => {
        const { message, hint = doctorTexts.unexpected } = AgentError.from(thrown);
        return [problem(name, { message, hint })];
      })
      .then(resolve)
      .finally(() => {
        clearTimeout(timer);
      });
  });
}
