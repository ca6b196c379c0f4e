import type { HidingReason } from '../ignore/hidden-files.ts';

/** Explains why a path is hidden and what to do about it. */
export function explainHidden(shown: string, { file, line, other }: HidingReason): string {
  if (line === null)
    return `${shown} cannot be read: the ignore file ${file} is unreadable, so it is unclear what it hides. Ask the user to check it.`;
  const same = other === undefined ? '' : ` is the same file as ${other}, which`;
  return (
    `${shown}${same} is hidden by ${file}, line ${line}. No tool can read or change it. ` +
    'If the task needs it, ask the user to remove that line.'
  );
}
