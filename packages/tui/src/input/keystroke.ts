import type { Key } from 'ink';
import { nameKey } from './name-key.ts';

/** A key as the prompt understands it. */
export interface Keystroke {
  /** Its name with what was held: `a`, `ctrl+k`, `alt+enter`, `shift+tab`; `text` for several characters at once. */
  readonly chord: string;
  /** What it types; nothing for keys that only do something. */
  readonly text: string;
}

/** What came from the keyboard: keys, or a paste of a terminal that does not mark pastes. */
export type Typed =
  { readonly kind: 'keys'; readonly keys: readonly Keystroke[] } | { readonly kind: 'burst'; readonly text: string };

/** As much as hands type while a slow line holds back what they typed. */
const TYPED_AHEAD = /^([^\u0000-\u001f]{1,16})\r$/;

/**
 * What Ink hands on of one read. Several characters with a newline among them are a paste: nothing in it may send the
 * message. Without one they are keys that came fast; and so are a few with Enter at their end.
 */
export function toTyped(input: string, key: Key): Typed {
  if (key.eventType === 'release') return { kind: 'keys', keys: [] };
  const name = nameKey(key);
  if (name !== undefined) return { kind: 'keys', keys: toNamed(name, key) };
  if (input.length < 2 || isHeld(key)) return { kind: 'keys', keys: toOne(input, key) };
  const [, ahead] = TYPED_AHEAD.exec(input) ?? [];
  if (ahead !== undefined) return { kind: 'keys', keys: [...toMany(ahead), { chord: 'enter', text: '' }] };
  return /[\r\n]/.test(input) ? { kind: 'burst', text: input } : { kind: 'keys', keys: toMany(input) };
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
