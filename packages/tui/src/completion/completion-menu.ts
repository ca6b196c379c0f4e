import type { PathCompletions } from '../host/tui-host.ts';
import type { SlashCommand } from '../host/slash-command.ts';
import { findTarget, rankCommands, mayBe, toInserted, type Candidate, type CompletionTarget } from './completion.ts';
import { replaceSpan } from '../editor/edit-text.ts';
import type { EditorState } from '../editor/editor-state.ts';
import type { TextBuffer } from '../editor/text-buffer.ts';

/** The completions offered while typing. */
export interface CompletionMenu {
  readonly target: CompletionTarget;
  readonly candidates: readonly Candidate[];
  /** How many there are, whatever is typed. */
  readonly all: number;
  readonly chosen: number;
  /** The user has moved through the menu. */
  readonly isPicked: boolean;
  /** The user has closed the menu. It stays closed while the same word is typed. */
  readonly isClosed: boolean;
}

/** Updates the menu after a text change. Commands are filled in at once; `fillMenu` adds other candidates later. */
export function updateMenu(
  menu: CompletionMenu | null,
  buffer: TextBuffer,
  commands: readonly SlashCommand[],
): CompletionMenu | null {
  const target = findTarget(buffer, commands);
  if (target === undefined) return null;
  const isSame = menu !== null && isSameWord(menu.target, target);
  const isClosed = isSame && menu.isClosed;
  const shown = isSame ? menu.candidates : [];
  const candidates =
    target.kind === 'command'
      ? rankCommands(commands, target.typed)
      : shown.filter(({ value }) => mayBe(value, target.typed));
  const all = target.kind === 'command' ? commands.length : isSame ? menu.all : 0;
  return { target, candidates, all, chosen: 0, isPicked: false, isClosed };
}

function isSameWord(a: CompletionTarget, b: CompletionTarget): boolean {
  const isSameStart = a.span.from.line === b.span.from.line && a.span.from.column === b.span.from.column;
  return a.kind === b.kind && isSameStart;
}

/** Adds candidates that arrived. Ignores them if the text has changed since they were requested. */
export function fillMenu(
  menu: CompletionMenu | null,
  target: CompletionTarget,
  { values, notes, all }: PathCompletions,
): CompletionMenu | null {
  if (menu?.target !== target) return menu;
  const { typed } = target;
  const candidates = values
    .filter((value) => !value.includes('\n') && (target.kind === 'path' || mayBe(value, typed)))
    // An exact match comes first.
    .toSorted((a, b) => Number(b === typed) - Number(a === typed))
    .map((value) => toCandidate(value, target, notes[value]));
  return { ...menu, candidates, all, chosen: 0, isPicked: false };
}

function toCandidate(value: string, { kind }: CompletionTarget, note: string | undefined): Candidate {
  const isOpen = kind === 'path' && value.endsWith('/');
  return { value, summary: '', isOpen, ...(note === undefined ? {} : { note }) };
}

/** Whether the menu is visible: open, with a candidate other than the text already typed. */
export function isOpen(menu: CompletionMenu | null): menu is CompletionMenu {
  if (menu === null || menu.isClosed || menu.candidates.length === 0) return false;
  return menu.target.kind === 'command' || menu.candidates.length > 1 || !isTyped(menu);
}

/** Whether the text already names the chosen candidate. */
function isTyped({ target, candidates, chosen }: CompletionMenu): boolean {
  const candidate = candidates[chosen];
  return candidate?.value === target.typed || candidate?.aliases?.includes(target.typed) === true;
}

export function chooseBy(menu: CompletionMenu, by: number): CompletionMenu {
  const { length } = menu.candidates;
  return { ...menu, chosen: (menu.chosen + by + length) % length, isPicked: true };
}

/**
 * Whether Enter inserts the chosen candidate. If not, Enter sends: for a complete word, and for an argument that has
 * not been started.
 */
export function isTakenByEnter(menu: CompletionMenu): boolean {
  if (menu.isPicked) return !isTyped(menu);
  return !isTyped(menu) && !(menu.target.kind === 'word' && menu.target.typed === '');
}

export function acceptChosen(editor: EditorState, menu: CompletionMenu, limit: number): EditorState {
  const candidate = menu.candidates[menu.chosen];
  if (candidate === undefined) return editor;
  return replaceSpan(menu.target.span, toInserted(menu.target, candidate))(editor, limit);
}
