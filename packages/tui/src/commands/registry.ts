import { nearestNames } from '@bowline/protocol/plain';
import type { SlashCommand } from '../host/slash-command.ts';

/** The kind of a typed line. */
export type ParsedLine =
  | { readonly kind: 'command'; readonly command: SlashCommand; readonly words: readonly string[] }
  /** Looks like a command, but no command has this name. */
  | { readonly kind: 'unknown'; readonly name: string; readonly nearest: readonly string[] }
  /** A message for the agent. */
  | { readonly kind: 'message' };

/** All commands that can be typed, each under a unique name. */
export interface Registry {
  /** Sorted by name. */
  readonly commands: readonly SlashCommand[];
  /** Finds a command by name or alias. */
  readonly find: (name: string) => SlashCommand | undefined;
  readonly parse: (line: string) => ParsedLine;
}

/** The number of suggestions for an unknown name. */
const PROPOSED = 3;

/**
 * Combines the built-in commands with the given ones.
 *
 * The first command with a name keeps it. A later one is prefixed with its source, so a given command never replaces a
 * built-in one.
 */
export function createRegistry(builtIn: readonly SlashCommand[], given: readonly SlashCommand[]): Registry {
  const byName = new Map<string, SlashCommand>();
  for (const command of [...builtIn, ...given]) {
    const name = freeName(command, byName);
    if (name !== undefined) byName.set(name, name === command.name ? command : { ...command, name });
  }
  const byAlias = new Map<string, SlashCommand>();
  for (const command of byName.values())
    for (const alias of command.aliases ?? [])
      if (!byName.has(alias) && !byAlias.has(alias)) byAlias.set(alias, command);
  const commands = [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const find = (name: string): SlashCommand | undefined => byName.get(name) ?? byAlias.get(name);
  const names = [...byName.keys(), ...byAlias.keys()];
  return { commands, find, parse: (line) => parseLine(line, find, names) };
}

function freeName(command: SlashCommand, taken: ReadonlyMap<string, SlashCommand>): string | undefined {
  if (!taken.has(command.name)) return command.name;
  const withSource = `${(command.source ?? 'other').replaceAll(/\s+/g, '-')}:${command.name}`;
  return taken.has(withSource) ? undefined : withSource;
}

/** Parses `/name word "two words"`. A path such as `/etc/hosts` is not a command. */
function parseLine(
  line: string,
  find: (name: string) => SlashCommand | undefined,
  names: readonly string[],
): ParsedLine {
  const [, name, rest = ''] = /^\s*\/([^\s/]+)(?:\s+([^]*))?$/.exec(line) ?? [];
  if (name === undefined) return { kind: 'message' };
  const command = find(name);
  if (command !== undefined) return { kind: 'command', command, words: toWords(rest) };
  const begun = names.filter((known) => known.startsWith(name.toLowerCase()));
  const nearest = [...new Set([...begun, ...nearestNames(name, names)])].slice(0, PROPOSED);
  return { kind: 'unknown', name, nearest };
}

/** Splits at whitespace. Quoted text is one word. */
export function toWords(text: string): readonly string[] {
  const words = text.matchAll(/"([^"]*)"(?=\s|$)|'([^']*)'(?=\s|$)|(\S+)/g);
  return [...words].map(([, double, single, bare]) => double ?? single ?? bare ?? '');
}
