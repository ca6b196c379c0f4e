import { usageError } from '../texts/error-text.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { usageLine } from '../usage/command-table.ts';
import { shells, toCompletion } from '../usage/to-completion.ts';

/** What `bowline completion SHELL` prints. */
export function printCompletion([wanted]: readonly string[]): string {
  if (wanted === undefined) throw usageError(usageTexts.missingShell(usageLine('completion')));
  const shell = shells.find((name) => name === wanted);
  if (shell === undefined) throw usageError(usageTexts.unknownShell(wanted, shells));
  return toCompletion(shell);
}
