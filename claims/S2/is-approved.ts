import type { ShellCommand, ShellReader } from '../../packages/policy/src/shell/shell-line.ts';

/**
 * Whether a line would run without a question: it is understood, and each command of it only reads, or begins with words
 * that a rule allows, has no hazard and writes nothing. The least that any set of rules comes down to.
 */
export function isApproved(reader: ShellReader, line: string, allowed: readonly string[]): boolean {
  const read = reader.read(line);
  if (read.kind === 'not_understood') return false;
  const prefixes = allowed.map((prefix) => prefix.split(' '));
  return read.commands.every((command) => isCommandApproved(command, prefixes));
}

function isCommandApproved(command: ShellCommand, prefixes: readonly (readonly string[])[]): boolean {
  const { argv, isReadOnly, hazard, writes } = command;
  if (writes.length > 0) return false;
  if (isReadOnly) return true;
  return hazard === null && prefixes.some((prefix) => prefix.every((word, at) => argv[at] === word));
}
