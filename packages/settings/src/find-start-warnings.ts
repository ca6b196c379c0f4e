import { plural } from '@bowline/protocol';
import { listIgnored, summarizeIgnored } from './describe-ignored.ts';
import { findIgnored } from './find-ignored.ts';
import { describeSlip, findUnknownKeys } from './find-unused.ts';
import type { OpenedSettings } from './open-settings.ts';
import type { SettingsProblem } from './settings-layer.ts';

/** What a person should know about ignored settings when a session starts. */
export interface StartWarnings {
  readonly lines: readonly string[];
  /** What is an error with `--strict-settings`. */
  readonly severe: readonly string[];
}

/** At most this many problems of one file are shown one by one. */
const MOST = 3;

/** Finds ignored settings: unknown keys first, then one line about what only Gemini CLI supports. */
export function findStartWarnings(settings: OpenedSettings, home: string): StartWarnings {
  const files = [...Map.groupBy(findUnknownKeys(settings), ({ file }) => file)];
  const slips = files.flatMap(([file, found]) => toLines(file, found));
  const ignored = findIgnored(settings, home);
  const severe = listIgnored(ignored).filter(({ isSevere }) => isSevere);
  const summary = summarizeIgnored(ignored);
  return {
    lines: [...slips, ...(summary === undefined ? [] : [summary])],
    severe: [...slips, ...severe.map(({ text }) => text)],
  };
}

function toLines(file: string, slips: readonly SettingsProblem[]): readonly string[] {
  const more = slips.length - MOST;
  if (more <= 1) return slips.map(describeSlip);
  return [
    ...slips.slice(0, MOST).map(describeSlip),
    `${file}: ${plural(more, 'more warning')}. To list them: bowline settings ignored`,
  ];
}
