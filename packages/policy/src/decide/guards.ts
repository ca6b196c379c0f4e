import type { Conditions, PolicyRule } from '../rules/policy-rule.ts';
import type { ShellCommand } from '../shell/shell-line.ts';
import { coversHazard, isSpelledOut } from './match-command.ts';
import type { PolicyCall } from './policy-call.ts';
import type { Question } from './question.ts';

/**
 * Why a rule that allows does not apply to this command, or null if it does. The rule matches by words, and the command
 * runs in another directory than the rule is for, or executes or writes through words that the rule does not contain.
 * The rule is then skipped as if it did not match.
 */
export function whyNotMeant({ conditions }: PolicyRule, { subject, call }: Question): string | null {
  const { words } = conditions;
  if (subject.kind !== 'command' || words === undefined) return null;
  const { command } = subject;
  if (isElsewhere(conditions, command, call))
    return `it runs in ${call.folder?.path ?? 'another directory'}, which the rule does not name`;
  if (command.hazard === null) return null;
  const isMeant = words.kind === 'command_prefix' && words.prefixes.some((prefix) => coversHazard(command, prefix));
  return isMeant ? null : `it ${command.hazard}, which a rule about its first words does not allow`;
}

/**
 * Read-only commands are allowed in any directory, except Git in another repository: even when it reads, Git runs
 * programs that the repository's configuration names.
 */
function isElsewhere({ words, folder = '.' }: Conditions, command: ShellCommand, call: PolicyCall): boolean {
  if (words?.kind === 'read_only_command') return isGit(command) && call.folder?.isOtherRepository === true;
  return command.isElsewhere === true || folder !== (call.folder?.path ?? '.');
}

/** Why a call needs approval although a rule allows it, or null. In yolo mode the user has already approved. */
export function whyAsk(rule: PolicyRule, question: Question, isTrusted: boolean): string | null {
  const { call, context, subject } = question;
  if (context.mode === 'yolo') return null;
  if (subject.kind === 'line') return `the command line cannot be analyzed: ${subject.why}`;
  if (call.isInsideWorkspace === false) return 'it accesses files outside the workspace';
  if (subject.kind === 'call') return null;
  const { command } = subject;
  if (command.danger !== null && !isNamedWhole(rule, command)) return command.danger;
  if (isGit(command)) {
    const why = whyAskGit(rule, call, isTrusted);
    if (why !== null) return why;
  }
  const target = command.writes.find((file) => context.mode !== 'auto_edit' || !isPlainPath(file));
  return target === undefined || rule.allowsRedirection ? null : `it redirects output to ${target}`;
}

/** A rule that names Git commands was written with the repository in mind. The rule for read-only commands was not. */
function whyAskGit({ conditions }: PolicyRule, { gitRuns }: PolicyCall, isTrusted: boolean): string | null {
  if (!isTrusted) return 'Git can run programs that the repository names, and this folder is not trusted';
  return conditions.words?.kind === 'read_only_command' ? (gitRuns ?? null) : null;
}

function isNamedWhole({ conditions: { words } }: PolicyRule, command: ShellCommand): boolean {
  return words?.kind === 'command_prefix' && words.prefixes.some((prefix) => isSpelledOut(command, prefix));
}

function isGit({ argv: [program = ''] }: ShellCommand): boolean {
  return program === 'git' || program.endsWith('/git');
}

/** Whether a file is below the command's working directory, judged by its name. */
function isPlainPath(file: string): boolean {
  return /^[\w.][\w.\-/]*$/.test(file) && !file.split('/').includes('..');
}
