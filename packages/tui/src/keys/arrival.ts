import type { Key } from 'ink';
import { toPress, type Press } from './press.ts';
import { splitEnter, toTyped, type Typed } from './keystroke.ts';

/** One read from the keyboard: a key, several characters at once, or a bracketed paste. */
export type Arrival =
  | { readonly kind: 'key'; readonly press: Press; readonly typed: Typed }
  | { readonly kind: 'chunk'; readonly text: string; readonly hasEnter: boolean; readonly typed: Typed }
  | { readonly kind: 'paste'; readonly text: string };

/** A late answer of the terminal to what it was asked at the start: its background, the cursor, or its kind. */
const ANSWERED = /^(?:\]11;rgba?:|\[\?[\d;]+c$|\[\d+;\d+R$)/;

/** Converts input from Ink. Null for a key release. */
export function toArrival(input: string, key: Key): Arrival | null {
  if (ANSWERED.test(input)) return null;
  const press = toPress(input, key);
  if (press === null) return null;
  const typed = toTyped(input, key);
  if (press.key !== 'text' || press.text.length < 2 || press.isCtrl || press.isMeta)
    return { kind: 'key', press, typed };
  return { kind: 'chunk', ...splitEnter(input), typed };
}
