import { findGeminiKey, guessKey } from '../keys/known-keys.ts';
import type { Settings } from '../resolve/resolve-settings.ts';
import type { SettingsLayer, SettingsProblem, UnusedKey } from '../files/settings-layer.ts';

/** Keys of Gemini CLI in one file that Bowline ignores. */
export interface UnsupportedKeys {
  readonly path: string;
  readonly keys: readonly string[];
}

type Layers = Pick<Settings, 'layers'>;

/** Known keys of Gemini CLI that Bowline ignores. */
export function findUnsupported({ layers }: Layers): readonly UnsupportedKeys[] {
  return layers.flatMap(({ file, unused }) => {
    const keys = unused.filter(isKnown).map(({ key }) => key);
    return file === undefined || keys.length === 0 ? [] : [{ path: file.path, keys }];
  });
}

/** Unknown keys with suggestions, and keys that are ignored in project settings. */
export function findUnknownKeys({ layers }: Layers): readonly SettingsProblem[] {
  return layers.flatMap((layer) => [...unknownKeysOf(layer), ...layer.notices]);
}

/** Formats a problem as one line. */
export function describeUnknownKey({ file, line, message, hint }: SettingsProblem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${message}. ${hint}`;
}

function unknownKeysOf({ file, unused }: SettingsLayer): readonly SettingsProblem[] {
  if (file === undefined) return [];
  return unused
    .filter((each) => !isKnown(each))
    .map(({ key, line }) => ({
      file: file.path,
      line,
      message: `unknown setting ${key}`,
      hint: toHint(key, guessKey(key)),
    }));
}

function toHint(key: string, guess: string | undefined): string {
  if (guess === undefined) return 'Run bowline settings list --all to list the settings';
  return guess === key ? `Use nested objects: { "${key.replaceAll('.', '": { "')}": … }` : `Did you mean ${guess}?`;
}

function isKnown({ key }: UnusedKey): boolean {
  return findGeminiKey(key) !== undefined;
}
