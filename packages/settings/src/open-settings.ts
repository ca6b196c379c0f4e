import { AgentError } from '@bowline/protocol';
import { commandEnvironment } from './command-environment.ts';
import { openTrust, type Trust, type TrustVerdict } from '@bowline/guard';
import { toRealPath } from '@bowline/guard';
import { deciderOf } from './explain-setting.ts';
import type { Lookup } from './expand-variables.ts';
import { readLayer } from './read-layer.ts';
import { resolveSettings, type Settings } from './resolve-settings.ts';
import type { SettingsLayer, SettingsProblem } from './settings-layer.ts';
import { machinePlaces, workspacePlaces, type SettingsRoots } from './settings-places.ts';
import { toEnvironmentLayer, toFlagLayer, type FlagValues } from './spoken-layers.ts';

/** Where settings are opened. */
export interface SettingsInputs extends SettingsRoots {
  /** The folder that is worked in. Nothing in it is opened unless it is trusted. */
  readonly workspace?: string | undefined;
  /** It is trusted for this run, whatever is kept about it. */
  readonly isTrusted?: boolean | undefined;
  readonly flags?: FlagValues | undefined;
}

/** Settings as they hold here and now. */
export interface OpenedSettings extends Settings {
  /** Whether the workspace is trusted; undefined without one, or when that could not be found out. */
  readonly trust: TrustVerdict | undefined;
  /** Whether any folder is trusted, by these settings. */
  readonly folders: Trust;
  /** The environment, for those who are named in settings by a variable. */
  readonly env: SettingsRoots['env'];
}

/** Reads each file once: those of the machine and the person, and the folder's own if, by these, it is trusted. */
export function openSettings(surroundings: SettingsInputs): OpenedSettings {
  const { env, workspace, flags = {} } = surroundings;
  const machine = readMachine(surroundings);
  const flagged = workspace !== undefined && surroundings.isTrusted === true ? [workspace] : [];
  const folders = trustBy({ ...surroundings, flagged }, machine);
  const { trust, problems } = workspace === undefined ? UNASKED : decide(folders, workspace);
  const folder = trust?.isTrusted === true ? readFolder(trust.folder, surroundings) : [];
  // An administrator's file comes after everybody else's, but before what is said for this run.
  const below = machine.filter(({ level }) => level !== 'system');
  const above = machine.filter(({ level }) => level === 'system');
  const settings = resolveSettings([...below, ...folder, ...above, toEnvironmentLayer(env), toFlagLayer(flags)]);
  return { ...settings, problems: [...settings.problems, ...problems], trust, folders, env };
}

/** Trust as the person's settings want it. */
export function openPersonalTrust(surroundings: SettingsRoots & { readonly flagged?: readonly string[] }): Trust {
  return trustBy(surroundings, readMachine(surroundings));
}

interface Decided {
  readonly trust: TrustVerdict | undefined;
  readonly problems: readonly SettingsProblem[];
}

const UNASKED: Decided = { trust: undefined, problems: [] };

function readMachine(roots: SettingsRoots): readonly SettingsLayer[] {
  const lookup: Lookup = (name) => roots.env[name];
  return machinePlaces(roots).map((place) => readLayer(place, lookup));
}

/**
 * A folder's files get the variables that commands get, and no others: what they say goes to models and servers, and a
 * file that somebody else has written must not take keys along.
 */
function readFolder(folder: string, { env, home }: SettingsRoots): readonly SettingsLayer[] {
  if (folder === toRealPath(home)) return []; // there they are the person's own, and read already
  const open = commandEnvironment(env);
  return workspacePlaces(folder).map((place) => readLayer(place, (name) => open[name]));
}

function decide(folders: Trust, workspace: string): Decided {
  try {
    return { trust: folders.of(workspace), problems: [] };
  } catch (thrown) {
    const { message, hint = 'Run bowline trust list' } = AgentError.from(thrown);
    const problem = { file: folders.path, message: message.replace(`${folders.path}: `, ''), hint };
    return { trust: undefined, problems: [problem] };
  }
}

function trustBy(
  { home, bowlineHome, flagged = [] }: SettingsRoots & { readonly flagged?: readonly string[] },
  machine: readonly SettingsLayer[],
): Trust {
  const settings = resolveSettings(machine);
  const decider = deciderOf(settings, 'security.folderTrust.enabled');
  const everywhere = settings.values['security.folderTrust.enabled'] ? undefined : decider?.source;
  return openTrust({ home, bowlineHome, flagged, everywhere });
}
