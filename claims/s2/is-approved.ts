import type { ShellCommand, ShellReader } from '../../packages/policy/src/shell/shell-line.ts';

/**
 * Whether a line would run without asking: it is understood, and each of its commands only reads, or begins with words
 * that a rule allows, has no hazard and writes nothing. This is the minimum that any set of rules requires.
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
