import { dirname, join } from 'node:path';
import type { SettingsLevel } from './settings-layer.ts';

/** Determines where settings are read from. */
export interface SettingsRoots {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, which contains Gemini CLI's files. */
  readonly home: string;
  /** Bowline's folder in it. */
  readonly bowlineHome: string;
  readonly platform?: string | undefined;
}

/** A settings file and its level. */
export interface SettingsPlace {
  readonly level: SettingsLevel;
  readonly path: string;
  /** The file is used only if no one except the administrator can write to it. */
  readonly isGuarded?: boolean;
}

const FILE = 'settings.json';
const DEFAULTS = 'system-defaults.json';

/** The files of the machine and the user, lowest precedence first. */
export function machinePlaces({ env, home, bowlineHome, platform = 'linux' }: SettingsRoots): readonly SettingsPlace[] {
  const folders = systemFolders(platform);
  /** A file that the user names explicitly is not checked. */
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

/** The files of a folder, lowest precedence first. Use only for trusted folders. */
export function workspacePlaces(folder: string): readonly SettingsPlace[] {
  return ['.gemini', '.agents', '.bowline'].map((name) => ({ level: 'workspace', path: join(folder, name, FILE) }));
}

function systemFolders(platform: string): { readonly root: string; readonly gemini: string; readonly bowline: string } {
  if (platform !== 'darwin') return { root: '/etc', gemini: '/etc/gemini-cli', bowline: '/etc/bowline' };
  const root = '/Library/Application Support';
  return { root, gemini: join(root, 'GeminiCli'), bowline: join(root, 'Bowline') };
}
