import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OpenedSettings } from '@bowline/settings';
import type { Preferences } from '@bowline/tui';
import { VERSION } from '../version.ts';
import { toPreferences } from './preferences.ts';
import type { ScreenEnv } from './screen-env.ts';

/** The settings that the TUI needs for its first frame. */
export interface ScreenSettings {
  readonly preferences: Preferences;
  readonly isScreenReader: boolean;
  readonly glyphs: 'auto' | 'unicode' | 'ascii';
  readonly customThemes: Readonly<Record<string, unknown>>;
  readonly preferredEditor: string | null;
  readonly dialect: 'osc9' | 'osc777';
}

/** Cached settings, with the state of the files they came from. */
interface Kept {
  readonly for: string;
  readonly files: readonly (readonly [path: string, stamp: string])[];
  readonly settings: ScreenSettings;
}

/**
 * The settings for the first frame. Loading the schemas takes too long, so the values are cached in a file until a
 * settings file changes.
 */
export async function readScreenSettings(env: ScreenEnv, isTrusted: boolean, home: string): Promise<ScreenSettings> {
  const file = join(home, 'screen.json');
  const asked = JSON.stringify([VERSION, env.cwd, isTrusted]);
  const kept = readKept(file);
  if (kept?.for === asked && kept.files.every(([path, stamp]) => stampOf(path) === stamp)) return kept.settings;
  const { listSettingsFiles, openSettings } = await import('@bowline/settings');
  const roots = { env: env.env, home: env.home, bowlineHome: home, platform: env.platform };
  const opened = openSettings({ ...roots, workspace: env.cwd, isTrusted });
  const settings = toScreenSettings(opened.values);
  const paths = listSettingsFiles(roots, opened);
  // A variable can change without the file.
  if (!paths.some(namesVariable))
    keep(file, { for: asked, files: paths.map((path) => [path, stampOf(path)]), settings });
  return settings;
}

function toScreenSettings(values: OpenedSettings['values']): ScreenSettings {
  return {
    preferences: toPreferences(values),
    isScreenReader: values['ui.accessibility.screenReader'],
    glyphs: values['ui.glyphs'],
    customThemes: values['ui.customThemes'],
    preferredEditor: values['general.preferredEditor'] ?? null,
    dialect: values['general.notificationMethod'] === 'osc777' ? 'osc777' : 'osc9',
  };
}

/** Reads the cache. An unreadable file counts as missing. */
function readKept(file: string): Kept | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept> | null;
    return typeof kept?.for === 'string' && Array.isArray(kept.files) && typeof kept.settings?.preferences === 'object'
      ? (kept as Kept)
      : undefined;
  } catch {
    return undefined;
  }
}

function keep(file: string, kept: Kept): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
  } catch {
    // The cache is optional.
  }
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
}

function namesVariable(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').includes('$');
  } catch {
    return false;
  }
}
