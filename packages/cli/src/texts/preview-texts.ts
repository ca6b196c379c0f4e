import { plural } from '@bowline/protocol/plain';
import type { ErrorText } from './error-text.ts';

/** What can be done with a preview. */
interface HowToGoOn {
  readonly obstacle: string | undefined;
  readonly conflicts: readonly string[];
  /** It is about pending changes, and not about a call. */
  readonly isPending: boolean;
}

const MOST_PATHS = 5;

/** What `bowline approve --preview` and `--apply` say. */
export const previewTexts = {
  unavailable: (problem: string): ErrorText => ({
    message: `Preview unavailable: ${problem}`,
    hint: 'Allow or deny the call: bowline approve --help',
  }),
  answeredMeanwhile: 'The approval was answered meanwhile',
  noPreview: (title: string): ErrorText => ({
    message: `This call was not previewed: ${title}`,
    hint: 'Run bowline approve SESSION --preview first',
  }),
  summary: (count: number, code: number | null): string =>
    `Ran in a copy without network, exit ${code ?? 'unknown'}. ${count === 0 ? 'No file would change' : `${plural(count, 'file')} would change`}; nothing has changed yet.`,
  notApplied: (paths: readonly string[]): string => `Nothing was applied. Changed since: ${toList(paths)}`,
  changedSince: (paths: readonly string[]): string => `Changed since: ${toList(paths)}`,
  previewOption: ' --preview',
  applyOption: ' --apply',
  overwriteOption: ' --apply --overwrite',
  discardOption: " --deny ''",
  pending: (count: number): string => `${plural(count, 'file')} would change; nothing has changed yet.`,
  more: (count: number): string => `  and ${plural(count, 'more file')}`,
  moreLines: (count: number): string => `  and ${plural(count, 'more line')}`,
  tooLong: (paths: readonly string[]): string => `Too long to show here: ${toList(paths)}`,
  output: 'Output:',
  howToGoOn: (session: string, { obstacle, conflicts, isPending }: HowToGoOn): readonly string[] => {
    const real = isPending
      ? `To discard them: bowline approve ${session} --deny ''`
      : `To run it for real: bowline approve ${session}. To deny it: bowline approve ${session} --deny ''`;
    if (obstacle !== undefined) return [`Cannot be applied: ${obstacle}.`, real];
    if (conflicts.length === 0) return [`To apply these changes: bowline approve ${session} --apply`, real];
    return [
      `${isPending ? 'Changed since' : 'Changed while it ran'}: ${conflicts.join(', ')}`,
      `To overwrite these too: bowline approve ${session} --apply --overwrite`,
      real,
    ];
  },
} as const;

function toList(paths: readonly string[]): string {
  const more = paths.length > MOST_PATHS ? `, and ${plural(paths.length - MOST_PATHS, 'other')}` : '';
  return `${paths.slice(0, MOST_PATHS).join(', ')}${more}`;
}
