import type { ShellCommand, ShellLine } from '../shell/shell-line.ts';
import type { Finding } from './finding.ts';
import { runsLater } from './runs-later.ts';
import { showPath } from './show-path.ts';

/** Finds what a command line destroys, and what it does beyond its first words. `checkPaths` checks its files. */
export function checkCommand(line: ShellLine): readonly Finding[] {
  if (line.kind === 'not_understood')
    return [{ check: 'unclear_command', severity: 'warning', message: `cannot be analyzed: ${line.why}` }];
  const found = new Map<string, Finding>();
  for (const finding of line.commands.flatMap(checkOne)) found.set(`${finding.check} ${finding.message}`, finding);
  return [...found.values()];
}

function checkOne({ argv, text, isReadOnly, danger, hazard, writes }: ShellCommand): readonly Finding[] {
  const shown = `\`${showPath(text)}\``;
  const found: Finding[] = [];
  if (danger !== null) found.push({ check: 'destructive_command', severity: 'danger', message: `${shown} ${danger}` });
  if (hazard !== null && hazard !== danger)
    found.push({ check: 'command_hazard', severity: 'warning', message: `${shown} ${hazard}` });
  const later = isReadOnly ? undefined : runsLater(argv);
  if (later !== undefined) found.push({ check: later.check, severity: 'danger', message: `${shown} ${later.what}` });
  for (const file of writes.filter(isUnknown)) {
    const message = `${shown} writes ${showPath(file)}, whose name is known only to the shell`;
    found.push({ check: 'unclear_command', severity: 'danger', message });
  }
  return found;
}

/** Whether a word has an expansion other than the home directory or the working directory. */
function isUnknown(word: string): boolean {
  return /[$`]/.test(word.replaceAll(/\$(?:HOME|PWD)\b|\$\{(?:HOME|PWD)\}/g, ''));
}
