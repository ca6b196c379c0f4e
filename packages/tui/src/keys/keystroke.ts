import type { Key } from 'ink';
import { nameKey } from './name-key.ts';

/** A key as the prompt understands it. */
export interface Keystroke {
  /** Its name with what was held: `a`, `ctrl+k`, `alt+enter`, `shift+tab`; `text` for several characters at once. */
  readonly chord: string;
  /** What it types; nothing for keys that only do something. */
  readonly text: string;
}

/** What came from the keyboard: keys, or a paste of a terminal that does not mark pastes, which may end with Enter. */
export type Typed =
  | { readonly kind: 'keys'; readonly keys: readonly Keystroke[] }
  | { readonly kind: 'burst'; readonly text: string; readonly hasEnter: boolean };

/** A line break at the end of several characters that came in one piece is Enter, whatever sent them. */
const LAST_BREAK = /(?:\r\n|\r|\n)$/;

/**
 * What Ink hands on of one read. Several characters with a newline among them are a paste without marks; without one they
 * are keys that came fast.
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

/** A piece without the line break at its end, and whether there was one. */
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

/** Two escapes that came at once are read as one that is held with Alt. */
function toNamed(name: string, key: Key): readonly Keystroke[] {
  const plain = { chord: name, text: '' };
  if (name === 'escape' && key.meta) return [plain, plain];
  return [{ chord: toChord(name, key), text: '' }];
}

function toChord(name: string, { ctrl, meta, shift, super: isSuper }: Key): string {
  return [isSuper ? 'super+' : '', ctrl ? 'ctrl+' : '', meta ? 'alt+' : '', shift ? 'shift+' : '', name].join('');
}

/** Keys that came fast: text as one, and each control character as the key that it is. */
function toMany(input: string): readonly Keystroke[] {
  return [...input.matchAll(/[\u0000-\u001f]|[^\u0000-\u001f]+/g)].map(([part]) => {
    if (part === '\t') return { chord: 'tab', text: '' };
    if (part === '\u001b') return { chord: 'escape', text: '' };
    const code = part.charCodeAt(0);
    if (code < 32) return { chord: `ctrl+${String.fromCharCode(code + (code <= 26 ? 96 : 64))}`, text: '' };
    return { chord: part.length === 1 ? part : 'text', text: part };
  });
}
