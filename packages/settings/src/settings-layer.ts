import type { SettingKey } from './setting-slices.ts';

/** Who speaks, the weakest first: what a later one says holds. */
export const levels = ['default', 'system_default', 'user', 'workspace', 'system', 'environment', 'flag'] as const;
export type SettingsLevel = (typeof levels)[number];

/** What one place says of one setting. */
export interface SettingEntry {
  readonly value: unknown;
  /** The same as it stands there, before variables are put in. */
  readonly written: unknown;
  /** A file, `$NAME` for a variable, a flag as it is typed, or `default`. */
  readonly source: string;
  /** From 1; of files only. */
  readonly line?: number;
}

/** A key of a file that has no effect. */
export interface UnusedKey {
  readonly key: string;
  readonly line: number;
  /** As it stands there. */
  readonly value: unknown;
}

/** What is wrong with a file, where, and what to do about it. */
export interface SettingsProblem {
  readonly file: string;
  readonly line?: number;
  /** The setting that cannot be known because of it; all that the file says when there is none. */
  readonly key?: SettingKey;
  readonly message: string;
  readonly hint: string;
}

/** All that one place says. */
export interface SettingsLayer {
  readonly level: SettingsLevel;
  /** The file, if it is one, and whether it is there. */
  readonly file?: { readonly path: string; readonly isThere: boolean };
  readonly entries: ReadonlyMap<SettingKey, SettingEntry>;
  readonly unused: readonly UnusedKey[];
  readonly problems: readonly SettingsProblem[];
  /** What a person should know, and does no harm. */
  readonly notices: readonly SettingsProblem[];
}
