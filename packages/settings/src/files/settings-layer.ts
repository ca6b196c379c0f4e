import type { SettingKey } from '../keys/setting-slices.ts';

/** The levels of settings, lowest precedence first. */
export const levels = ['default', 'system_default', 'user', 'workspace', 'system', 'environment', 'flag'] as const;
export type SettingsLevel = (typeof levels)[number];

/** The value of one setting in one place. */
export interface SettingEntry {
  readonly value: unknown;
  /** The value as written, before variables are expanded. */
  readonly written: unknown;
  /** A file, `$NAME` for a variable, a flag as typed, or `default`. */
  readonly source: string;
  /** Starts at 1. Only for files. */
  readonly line?: number;
}

/** A key of a file that has no effect. */
export interface UnusedKey {
  readonly key: string;
  readonly line: number;
  /** As written in the file. */
  readonly value: unknown;
}

/** A problem with a file: where it is, and how to fix it. */
export interface SettingsProblem {
  readonly file: string;
  readonly line?: number;
  /** The setting whose value is unknown because of it. Undefined if the whole file is affected. */
  readonly key?: SettingKey;
  readonly message: string;
  readonly hint: string;
}

/** All settings of one place. */
export interface SettingsLayer {
  readonly level: SettingsLevel;
  /** The file, if the place is one, and whether it exists. */
  readonly file?: { readonly path: string; readonly isThere: boolean };
  readonly entries: ReadonlyMap<SettingKey, SettingEntry>;
  readonly unused: readonly UnusedKey[];
  readonly problems: readonly SettingsProblem[];
  /** Harmless problems that the user should know about. */
  readonly notices: readonly SettingsProblem[];
}
