import type { Key } from 'ink';
import { nameKey } from './name-key.ts';

/** A key as the prompt handles it. */
export interface Keystroke {
  /** Its name with modifiers: `a`, `ctrl+k`, `alt+enter`, `shift+tab`; `text` for several characters at once. */
  readonly chord: string;
  /** The text it types, or empty. */
  readonly text: string;
}

/** Keyboard input: keys, or a paste from a terminal without bracketed paste, which may end with Enter. */
export type Typed =
  | { readonly kind: 'keys'; readonly keys: readonly Keystroke[] }
  | { readonly kind: 'burst'; readonly text: string; readonly hasEnter: boolean };

/** A line break at the end of several characters that arrive together is Enter. */
const LAST_BREAK = /(?:\r\n|\r|\n)$/;

/**
 * Converts one read from Ink. Several characters with a newline inside are a paste without bracketed paste. Without a
 * newline they are keys typed quickly.
 */
export function toTyped(input: string, key: Key): Typed {
  if (key.eventType === 'release') return { kind: 'keys', keys: [] };
  const name = nameKey(key);
  if (name !== undefined) return { kind: 'keys', keys: toNamed(name, key) };
  if (input.length < 2 || isHeld(key)) return { kind: 'keys', keys: toOne(input, key) };
  const { text, hasEnter } = splitEnter(input);
  if (/[\r\n]/.test(text)) return { kind: 'burst', text, hasEnter };
  return { kind: 'keys', keys: [...toMany(text), ...(hasEnter ? [{ chord: 'enter', text: '' }] : [])] };
}

/** The text without a trailing line break, and whether there was one. */
export function splitEnter(input: string): { readonly text: string; readonly hasEnter: boolean } {
  const text = input.replace(LAST_BREAK, '');
  return { text, hasEnter: text !== input };
}

function isHeld({ ctrl, meta, super: isSuper }: Key): boolean {
  return ctrl || meta || isSuper;
}

function toOne(input: string, key: Key): readonly Keystroke[] {
  if (input === '') return [];
  if (input === '\n') return [{ chord: 'ctrl+j', text: '' }];
  if (!isHeld(key)) return [{ chord: input, text: input }];
  return [{ chord: toChord(input.toLowerCase(), key), text: '' }];
}

/** Two Escape presses that arrive together are read as Alt-Escape. */
function toNamed(name: string, key: Key): readonly Keystroke[] {
  const plain = { chord: name, text: '' };
  if (name === 'escape' && key.meta) return [plain, plain];
  return [{ chord: toChord(name, key), text: '' }];
}

function toChord(name: string, { ctrl, meta, shift, super: isSuper }: Key): string {
  return [isSuper ? 'super+' : '', ctrl ? 'ctrl+' : '', meta ? 'alt+' : '', shift ? 'shift+' : '', name].join('');
}

/** Keys typed quickly: text as one keystroke, and each control character as its own key. */
function toMany(input: string): readonly Keystroke[] {
  return [...input.matchAll(/[\u0000-\u001f]|[^\u0000-\u001f]+/g)].map(([part]) => {
    if (part === '\t') return { chord: 'tab', text: '' };
    if (part === '\u001b') return { chord: 'escape', text: '' };
    const code = part.charCodeAt(0);
    if (code < 32) return { chord: `ctrl+${String.fromCharCode(code + (code <= 26 ? 96 : 64))}`, text: '' };
    return { chord: part.length === 1 ? part : 'text', text: part };
  });
}
