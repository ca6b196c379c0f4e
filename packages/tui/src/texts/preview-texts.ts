import { plural } from '@bowline/protocol/plain';

/** Texts about commands that were run in a copy of the workspace. */
export const previewTexts = {
  name: 'Preview',
  title: (command: string): string => `Preview: ${command}`,
  running: 'Running in a copy…',
  ranInCopy: 'ran in a copy',
  exit: (code: number | null): string => (code === null ? 'did not end' : `exit ${code}`),
  unavailable: (problem: string): string => `Preview unavailable: ${problem}`,
  changes: (count: number): string => `${plural(count, 'file')} would change`,
  noChanges: 'No file would change',
  noNetwork: 'no network',
  nothingYet: 'nothing has changed yet',
  more: (count: number): string => `and ${plural(count, 'more file')}`,
  newFile: (lines: number): string => `new, ${plural(lines, 'line')}`,
  isNew: 'new',
  isRemoved: 'removed',
  git: 'Git',
  cannotApply: (why: string): string => `Cannot be applied: ${why}.`,
  changedMeanwhile: (paths: string): string =>
    `Cannot be applied: you changed ${paths} while it ran. Preview it again.`,
  changedSince: (paths: string): string =>
    `Cannot be applied: you have changed ${paths} since. To overwrite that: bowline approve SESSION --apply --overwrite`,
  output: 'Output',
  noOutput: 'no output',
} as const;
