import { fuzzyScore } from '../lists/fuzzy.ts';
import type { SlashCommand } from '../host/slash-command.ts';
import { lineOf, toText, type Span, type TextBuffer } from '../editor/text-buffer.ts';

/** What is completed at the cursor, and the span of text it covers. */
export type CompletionTarget = { readonly span: Span; readonly typed: string } & (
  | { readonly kind: 'command' }
  | { readonly kind: 'word'; readonly command: SlashCommand; readonly words: readonly string[] }
  | { readonly kind: 'path'; readonly isQuoted: boolean }
);

/** A possible completion. */
export interface Candidate {
  /** The unescaped name or path. */
  readonly value: string;
  readonly summary: string;
  /** At the right: where a command comes from, or what a file is. */
  readonly note?: string;
  /** Other names of a command. */
  readonly aliases?: readonly string[];
  /** More text can follow, so no space is added. */
  readonly isOpen: boolean;
}

/** The same start of a word that `find-at-paths` in the tools package parses, up to the cursor. */
const AT = /(?<=^|[\s([{"'])@(?:"([^"\n]*)|((?:\\.|[^\s\\,;!?()[\]{}<>"'`])*))$/;
const COMMAND = /^\/[^\s/]*$/;

/** The completion target that ends at the cursor, if any. */
export function findTarget(buffer: TextBuffer, commands: readonly SlashCommand[]): CompletionTarget | undefined {
  const before = lineOf(buffer).slice(0, buffer.at.column);
  if (buffer.at.line === 0 && before.startsWith('/')) {
    if (COMMAND.test(before)) return { kind: 'command', span: spanOf(buffer, before.length), typed: before.slice(1) };
    const word = findWord(buffer, before, commands);
    if (word !== undefined) return word;
  }
  return toText(buffer).startsWith('!') ? undefined : findPath(buffer, before);
}

function spanOf({ at }: TextBuffer, length: number): Span {
  return { from: { line: at.line, column: at.column - length }, to: at };
}

function findWord(buffer: TextBuffer, before: string, commands: readonly SlashCommand[]): CompletionTarget | undefined {
  const [first = '', ...words] = before.slice(1).split(/\s+/);
  const command = findCommand(commands, first);
  const typed = words.at(-1);
  if (command?.complete === undefined || typed === undefined) return undefined;
  return { kind: 'word', span: spanOf(buffer, typed.length), typed, command, words };
}

function findPath(buffer: TextBuffer, before: string): CompletionTarget | undefined {
  const found = AT.exec(before);
  if (found === null) return undefined;
  const [whole, quoted, plain = ''] = found;
  const typed = quoted ?? plain.replaceAll(/\\(.)/g, '$1');
  return { kind: 'path', span: spanOf(buffer, whole.length), typed, isQuoted: quoted !== undefined };
}

export function findCommand(commands: readonly SlashCommand[], name: string): SlashCommand | undefined {
  return commands.find((command) => command.name === name || command.aliases?.includes(name) === true);
}

/** Ranks commands by how well their names or aliases match. An exact match comes first. */
export function rankCommands(commands: readonly SlashCommand[], typed: string): readonly Candidate[] {
  if (typed === '') return commands.map(toCandidate);
  return commands
    .map((command) => ({ command, score: scoreOf(command, typed) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ command }) => toCandidate(command));
}

/** An alias ranks slightly below a name. */
const ALIAS_SHARE = 0.95;

function scoreOf({ name, aliases = [] }: SlashCommand, typed: string): number {
  if (aliases.includes(typed)) return 1;
  return Math.max(fuzzyScore(typed, name), ...aliases.map((alias) => fuzzyScore(typed, alias) * ALIAS_SHARE));
}

/** Whether a candidate still matches the typed text. */
export function mayBe(value: string, typed: string): boolean {
  return fuzzyScore(typed, value) > 0;
}

function toCandidate({ name, aliases = [], parameters, summary, source, complete }: SlashCommand): Candidate {
  const note = source ?? parameters;
  const isOpen = parameters !== undefined || complete !== undefined;
  return { value: name, aliases, summary, isOpen, ...(note === undefined ? {} : { note }) };
}

/** The text that replaces the typed word. */
export function toInserted(target: CompletionTarget, { value, isOpen }: Candidate): string {
  switch (target.kind) {
    case 'command':
      return `/${value} `;
    case 'word':
      return value;
    case 'path':
      return toAtPath(value, target.isQuoted, isOpen);
  }
}

/** Escapes a path so that it parses back unchanged. An unquoted path must not end like a sentence. */
function toAtPath(path: string, isQuoted: boolean, isOpen: boolean): string {
  const end = isOpen ? '' : ' ';
  if (isQuoted || /[.:]$/.test(path)) return `@"${path}${isOpen ? '' : '"'}${end}`;
  return `@${path.replaceAll(/[\s\\,;!?()[\]{}<>"'`]/g, '\\$&')}${end}`;
}
