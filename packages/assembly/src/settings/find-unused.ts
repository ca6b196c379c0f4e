import { findGeminiKey, guessKey } from './known-keys.ts';
import type { Settings } from './resolve-settings.ts';
import type { SettingsLayer, SettingsProblem, UnusedKey } from './settings-layer.ts';

/** Keys of Gemini CLI's in one file that have nothing to change here, or not yet. */
export interface UnsupportedKeys {
  readonly path: string;
  readonly keys: readonly string[];
}

type Layers = Pick<Settings, 'layers'>;

/** What files say that is known and has no effect. */
export function findUnsupported({ layers }: Layers): readonly UnsupportedKeys[] {
  return layers.flatMap(({ file, unused }) => {
    const keys = unused.filter(isKnown).map(({ key }) => key);
    return file === undefined || keys.length === 0 ? [] : [{ path: file.path, keys }];
  });
}

/** What a person should hear of: keys that nobody knows, with what was probably meant, and what a folder may not say. */
export function findSlips({ layers }: Layers): readonly SettingsProblem[] {
  return layers.flatMap((layer) => [...slipsOf(layer), ...layer.notices]);
}

/** A slip in one line. */
export function describeSlip({ file, line, message, hint }: SettingsProblem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${message} (${hint})`;
}

function slipsOf({ file, unused }: SettingsLayer): readonly SettingsProblem[] {
  if (file === undefined) return [];
  return unused
    .filter((each) => !isKnown(each))
    .map(({ key, line }) => ({
      file: file.path,
      line,
      message: `there is no setting ${key}`,
      hint: toHint(key, guessKey(key)),
    }));
}

function toHint(key: string, guess: string | undefined): string {
  if (guess === undefined) return 'bowline settings list shows what there is';
  return guess === key ? `write it in steps: { "${key.replaceAll('.', '": { "')}": … }` : `did you mean ${guess}?`;
}

function isKnown({ key }: UnusedKey): boolean {
  return findGeminiKey(key) !== undefined;
}
