import type { HidingReason } from '@bowline/workspace';

/** Why nothing of a path is read, and what can be done about it. */
export function explainHidden(shown: string, { file, line, other }: HidingReason): string {
  if (line === null)
    return `${shown} cannot be read: ${file} says what is hidden, and cannot be read itself. Ask the user to check it.`;
  const same = other === undefined ? '' : ` can also be reached as ${other}, which`;
  return (
    `${shown}${same} is hidden by ${file}, line ${line}: no tool reads or changes it. ` +
    'If the task needs it, ask the user to remove that line.'
  );
}
