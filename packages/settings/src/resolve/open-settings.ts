import { AgentError } from '@bowline/protocol';
import { commandEnvironment } from '../files/command-environment.ts';
import { openTrust, type Trust, type TrustVerdict } from '@bowline/guard';
import { toRealPath } from '@bowline/guard';
import { deciderOf } from './explain-setting.ts';
import type { Lookup } from '../files/expand-variables.ts';
import { readLayer } from '../files/read-layer.ts';
import { resolveSettings, type Settings } from './resolve-settings.ts';
import type { SettingsLayer, SettingsProblem } from '../files/settings-layer.ts';
import { machinePlaces, workspacePlaces, type SettingsRoots } from '../files/settings-places.ts';
import { toEnvironmentLayer, toFlagLayer, type FlagValues } from '../files/spoken-layers.ts';

/** What `openSettings` needs to know. */
export interface SettingsInputs extends SettingsRoots {
  /** The workspace. No file in it is opened unless it is trusted. */
  readonly workspace?: string | undefined;
  /** Trusts the workspace for this run, regardless of saved trust. */
  readonly isTrusted?: boolean | undefined;
  readonly flags?: FlagValues | undefined;
}

/** The effective settings. */
export interface OpenedSettings extends Settings {
  /** Whether the workspace is trusted. Undefined without a workspace, or if the trust file cannot be read. */
  readonly trust: TrustVerdict | undefined;
  /** Folder trust according to these settings. */
  readonly folders: Trust;
  /** The environment, for settings that name a variable. */
  readonly env: SettingsRoots['env'];
}

/**
 * Reads each file once: those of the machine and the user, and those of the workspace if it is trusted according to
 * them.
 */
export function openSettings(inputs: SettingsInputs): OpenedSettings {
  const { env, workspace, flags = {} } = inputs;
  const machine = readMachine(inputs);
  const flagged = workspace !== undefined && inputs.isTrusted === true ? [workspace] : [];
  const folders = trustBy({ ...inputs, flagged }, machine);
  const { trust, problems } = workspace === undefined ? UNASKED : decide(folders, workspace);
  const folder = trust?.isTrusted === true ? readFolder(trust.folder, inputs) : [];
  // The administrator's file overrides all other files, but not the environment and flags.
  const below = machine.filter(({ level }) => level !== 'system');
  const above = machine.filter(({ level }) => level === 'system');
  const settings = resolveSettings([...below, ...folder, ...above, toEnvironmentLayer(env), toFlagLayer(flags)]);
  return { ...settings, problems: [...settings.problems, ...problems], trust, folders, env };
}

/** Folder trust according to the user's settings. */
export function openPersonalTrust(inputs: SettingsRoots & { readonly flagged?: readonly string[] }): Trust {
  return trustBy(inputs, readMachine(inputs));
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
 * Project settings can use only the variables that commands get: their values go to models and servers, and a file that
 * another person wrote must not leak keys.
 */
function readFolder(folder: string, { env, home }: SettingsRoots): readonly SettingsLayer[] {
  if (folder === toRealPath(home)) return []; // these are the user's own files, already read
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
