import { dirname, join } from 'node:path';
import type { SettingsLevel } from './settings-layer.ts';

/** What decides where settings are looked for. */
export interface SettingsRoots {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The person's home folder, where Gemini CLI's files are. */
  readonly home: string;
  /** Our own folder in it. */
  readonly bowlineHome: string;
  readonly platform?: string | undefined;
}

/** Where a file of settings may be, and whose it is. */
export interface SettingsPlace {
  readonly level: SettingsLevel;
  readonly path: string;
  /** It counts only where nobody but the administrator can write it. */
  readonly isGuarded?: boolean;
}

const FILE = 'settings.json';
const DEFAULTS = 'system-defaults.json';

/** The files of the machine and of the person, the weakest first. */
export function machinePlaces({ env, home, bowlineHome, platform = 'linux' }: SettingsRoots): readonly SettingsPlace[] {
  const folders = systemFolders(platform);
  /** A file that the person names is theirs to answer for. */
  const at = (variable: string, usual: string): { readonly path: string; readonly isGuarded: boolean } => {
    const named = env[variable] ?? '';
    return named === ''
      ? { path: usual, isGuarded: usual.startsWith(folders.root) }
      : { path: named, isGuarded: false };
  };
  const theirs = at('GEMINI_CLI_SYSTEM_SETTINGS_PATH', join(folders.gemini, FILE));
  const ours = at('BOWLINE_SYSTEM_SETTINGS', join(folders.bowline, FILE));
  return [
    { level: 'system_default', ...at('GEMINI_CLI_SYSTEM_DEFAULTS_PATH', join(dirname(theirs.path), DEFAULTS)) },
    { level: 'system_default', ...at('BOWLINE_SYSTEM_DEFAULTS', join(dirname(ours.path), DEFAULTS)) },
    { level: 'user', path: join(home, '.gemini', FILE) },
    { level: 'user', path: join(home, '.agents', FILE) },
    { level: 'user', path: join(bowlineHome, FILE) },
    { level: 'system', ...theirs },
    { level: 'system', ...ours },
  ];
}

/** The files of a folder, the weakest first. Only for folders that are trusted. */
export function workspacePlaces(folder: string): readonly SettingsPlace[] {
  return ['.gemini', '.agents', '.bowline'].map((name) => ({ level: 'workspace', path: join(folder, name, FILE) }));
}

function systemFolders(platform: string): { readonly root: string; readonly gemini: string; readonly bowline: string } {
  if (platform !== 'darwin') return { root: '/etc', gemini: '/etc/gemini-cli', bowline: '/etc/bowline' };
  const root = '/Library/Application Support';
  return { root, gemini: join(root, 'GeminiCli'), bowline: join(root, 'Bowline') };
}
