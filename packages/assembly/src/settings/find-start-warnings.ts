import { summarizeIgnored } from './describe-ignored.ts';
import { findIgnored } from './find-ignored.ts';
import { describeSlip, findSlips } from './find-unused.ts';
import type { OpenedSettings } from './open-settings.ts';
import type { SettingsProblem } from './settings-layer.ts';

/** Something that a person should hear of settings when a session starts, in one line. */
export interface StartWarning {
  readonly text: string;
  /** It is an error where settings must be honored in full. */
  readonly isSevere: boolean;
}

/** Of one file only these many slips are told one by one. */
const MOST = 3;

/** What settings, and files beside them, ask for in vain: slips first, then one line per kind of what Gemini CLI has. */
export function findStartWarnings(settings: OpenedSettings, home: string): readonly StartWarning[] {
  const files = [...Map.groupBy(findSlips(settings), ({ file }) => file)];
  return [
    ...files.flatMap(([file, slips]) => toLines(file, slips)).map((text) => ({ text, isSevere: true })),
    ...summarizeIgnored(findIgnored(settings, home)).map(({ text, isSevere }) => ({ text, isSevere })),
  ];
}

function toLines(file: string, slips: readonly SettingsProblem[]): readonly string[] {
  const more = slips.length - MOST;
  if (more <= 1) return slips.map(describeSlip);
  return [...slips.slice(0, MOST).map(describeSlip), `${file}: ${more} more warnings (bowline doctor lists them)`];
}
