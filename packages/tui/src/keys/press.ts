import type { Key } from 'ink';
import { nameKey, type KeyName } from './name-key.ts';

/** A key that was pressed, by its name; `text` for what puts letters somewhere. */
export interface Press {
  readonly key: PressedKey;
  /** What it types; several letters when they came at once, as when text is pasted. */
  readonly text: string;
  readonly isCtrl: boolean;
  readonly isMeta: boolean;
  readonly isShift: boolean;
  /** The terminal says that the key is held down. */
  readonly isRepeat?: boolean;
}

export type PressedKey = KeyName | 'text' | 'none';

/** What Ink tells of a key, as a value; null when a key was let go, which means nothing here. */
export function toPress(input: string, key: Key): Press | null {
  if (key.eventType === 'release') return null;
  const name = nameKey(key);
  const isRepeat = key.eventType === 'repeat' ? { isRepeat: true } : {};
  const modifiers = { isCtrl: key.ctrl, isMeta: key.meta, isShift: key.shift, ...isRepeat };
  if (name !== undefined) return { key: name, text: '', ...modifiers };
  // Ctrl-J, which terminals also send for a line break.
  if (input === '\n') return { key: 'enter', text: '', ...modifiers, isMeta: true };
  return { key: input === '' ? 'none' : 'text', text: input, ...modifiers };
}

/** The same where letters and an Enter may have come in one piece, as over a slow line. */
export function toPresses(input: string, key: Key): readonly Press[] {
  const press = toPress(input, key);
  if (press === null) return [];
  if (press.key !== 'text' || press.text.length < 2 || !/[\r\n]$/.test(press.text)) return [press];
  return [
    { ...press, text: press.text.slice(0, -1) },
    { ...press, key: 'enter', text: '' },
  ];
}

/** The letter of a key that is pressed by itself; empty for letters that came in a bunch, and for other keys. */
export function letterOf({ key, text, isCtrl, isMeta }: Press): string {
  return key === 'text' && !isCtrl && !isMeta && text.length === 1 ? text : '';
}

/** The letter that is pressed together with Ctrl; empty for other keys. */
export function ctrlOf({ key, text, isCtrl }: Press): string {
  return key === 'text' && isCtrl ? text : '';
}
