import { plural } from '@bowline/protocol';
import { listIgnored, summarizeIgnored } from './describe-ignored.ts';
import { findIgnored } from './find-ignored.ts';
import { describeUnknownKey, findUnknownKeys } from './find-unused.ts';
import type { OpenedSettings } from '../resolve/open-settings.ts';
import type { SettingsProblem } from '../files/settings-layer.ts';

/** Warnings about ignored settings at the start of a session. */
export interface StartWarnings {
  readonly lines: readonly string[];
  /** Warnings that are errors with `--strict-settings`. */
  readonly severe: readonly string[];
}

/** Maximum number of problems per file that are shown individually. */
const MOST = 3;

/** Finds ignored settings: unknown keys first, then one line about what only Gemini CLI supports. */
export function findStartWarnings(settings: OpenedSettings, home: string): StartWarnings {
  const files = [...Map.groupBy(findUnknownKeys(settings), ({ file }) => file)];
  const unknownKeys = files.flatMap(([file, found]) => toLines(file, found));
  const ignored = findIgnored(settings, home);
  const severe = listIgnored(ignored).filter(({ isSevere }) => isSevere);
  const summary = summarizeIgnored(ignored);
  return {
    lines: [...unknownKeys, ...(summary === undefined ? [] : [summary])],
    severe: [...unknownKeys, ...severe.map(({ text }) => text)],
  };
}

function toLines(file: string, unknownKeys: readonly SettingsProblem[]): readonly string[] {
  const more = unknownKeys.length - MOST;
  if (more <= 1) return unknownKeys.map(describeUnknownKey);
  return [
    ...unknownKeys.slice(0, MOST).map(describeUnknownKey),
    `${file}: ${plural(more, 'more warning')}. To list them: bowline settings ignored`,
  ];
}
