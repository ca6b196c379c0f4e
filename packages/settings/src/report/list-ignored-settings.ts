import { listIgnored } from './describe-ignored.ts';
import { findIgnored } from './find-ignored.ts';
import { findUnknownKeys, findUnsupported } from './find-unused.ts';
import type { OpenedSettings } from '../resolve/open-settings.ts';
import { toSettingsError } from '../resolve/settings-error.ts';

/** Something in a settings file, or beside it, that Bowline ignores. */
export interface IgnoredSetting {
  readonly text: string;
  /** The next step; undefined if there is nothing to do. */
  readonly fix?: string | undefined;
}

/**
 * Lists everything that Bowline ignores: unknown keys, features that only Gemini CLI supports, and keys that do not
 * apply.
 */
export function listIgnoredSettings(settings: OpenedSettings, home: string): readonly IgnoredSetting[] {
  return [
    ...findUnknownKeys(settings).map((key) => ({ text: toSettingsError(key).message, fix: key.hint })),
    ...listIgnored(findIgnored(settings, home)).map(({ text, fix }) => ({ text, fix })),
    ...findUnsupported(settings).map(({ path, keys }) => ({
      text: `${path}: these keys have no effect: ${keys.join(', ')}`,
    })),
  ];
}
