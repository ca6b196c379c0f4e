import type { Key } from 'ink';
import { nameKey, type KeyName } from './name-key.ts';

/** A pressed key by name, or `text` for a key that types characters. */
export interface Press {
  readonly key: PressedKey;
  /** The characters it types: several if they arrived together, as in a paste. */
  readonly text: string;
  readonly isCtrl: boolean;
  readonly isMeta: boolean;
  readonly isShift: boolean;
  /** The terminal reports that the key is held down. */
  readonly isRepeat?: boolean;
}

export type PressedKey = KeyName | 'text' | 'none';

/** Converts a key from Ink. Null for a key release. */
export function toPress(input: string, key: Key): Press | null {
  if (key.eventType === 'release') return null;
  const name = nameKey(key);
  const isRepeat = key.eventType === 'repeat' ? { isRepeat: true } : {};
  const modifiers = { isCtrl: key.ctrl, isMeta: key.meta, isShift: key.shift, ...isRepeat };
  if (name !== undefined) return { key: name, text: '', ...modifiers };
  // Ctrl-J, which some terminals also send for a line break.
  if (input === '\n') return { key: 'enter', text: '', ...modifiers, isMeta: true };
  return { key: input === '' ? 'none' : 'text', text: input, ...modifiers };
}

/** A key with Ctrl, or Backspace. Line breaks and tabs may be part of a text. */
const CONTROL = /([\u0001-\u0008\u000B\u000C\u000E-\u001A\u007F])/;

/** Like `toPress`, but characters, keys with Ctrl and Enter may arrive together, as over a slow connection. */
export function toPresses(input: string, key: Key): readonly Press[] {
  const press = toPress(input, key);
  if (press === null) return [];
  if (press.key !== 'text' || press.text.length < 2) return [press];
  const hasEnter = /[\r\n]$/.test(press.text);
  const text = hasEnter ? press.text.slice(0, -1) : press.text;
  const parts = text.split(CONTROL).filter((part) => part !== '');
  return [
    ...parts.map((part) => (CONTROL.test(part) ? toControl(part, press) : { ...press, text: part })),
    ...(hasEnter ? [{ ...press, key: 'enter' as const, text: '' }] : []),
  ];
}

function toControl(sign: string, press: Press): Press {
  if (sign === '\u007F' || sign === '\b') return { ...press, key: 'backspace', text: '' };
  return { ...press, text: String.fromCodePoint((sign.codePointAt(0) ?? 0) + 96), isCtrl: true };
}

/** The letter of a key pressed alone. Empty for several characters at once and for other keys. */
export function letterOf({ key, text, isCtrl, isMeta }: Press): string {
  return key === 'text' && !isCtrl && !isMeta && text.length === 1 ? text : '';
}

/** The letter pressed with Ctrl. Empty for other keys. */
export function ctrlOf({ key, text, isCtrl }: Press): string {
  return key === 'text' && isCtrl ? text : '';
}
