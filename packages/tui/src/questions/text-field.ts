import { ctrlOf, type Press } from '../keys/press.ts';
import { nextColumn, previousColumn } from '../editor/graphemes.ts';

/** A short text and its cursor, in UTF-16 code units. */
export interface TextField {
  readonly text: string;
  readonly cursor: number;
}

/** A field without text. */
export const emptyField: TextField = { text: '', cursor: 0 };

/** The field after a key, or null if it does not use the key. */
export function stepField(field: TextField, press: Press): TextField | null {
  const { text, cursor } = field;
  switch (press.key) {
    case 'text':
      return press.isCtrl || press.isMeta ? stepControl(field, press) : insert(field, press.text);
    case 'enter':
      return press.isMeta ? insert(field, '\n') : null;
    case 'backspace':
      return cut(field, previousColumn(text, cursor), cursor);
    case 'delete':
      return cut(field, cursor, nextColumn(text, cursor));
    case 'left':
      return { text, cursor: previousColumn(text, cursor) };
    case 'right':
      return { text, cursor: nextColumn(text, cursor) };
    case 'home':
      return { text, cursor: 0 };
    case 'end':
      return { text, cursor: text.length };
    default:
      return null;
  }
}

/** Inserts text as it was pasted. */
export function insert({ text, cursor }: TextField, added: string): TextField {
  const clean = added.replaceAll(/\r\n?/g, '\n');
  return { text: text.slice(0, cursor) + clean + text.slice(cursor), cursor: cursor + clean.length };
}

function stepControl(field: TextField, press: Press): TextField | null {
  const { text, cursor } = field;
  switch (ctrlOf(press)) {
    case 'a':
      return { text, cursor: 0 };
    case 'e':
      return { text, cursor: text.length };
    case 'u':
      return cut(field, 0, cursor);
    case 'k':
      return cut(field, cursor, text.length);
    case 'w':
      return cut(field, wordBefore(text, cursor), cursor);
    default:
      return null;
  }
}

function cut({ text }: TextField, from: number, to: number): TextField {
  return { text: text.slice(0, from) + text.slice(to), cursor: from };
}

function wordBefore(text: string, cursor: number): number {
  return text.slice(0, cursor).replace(/\S+\s*$|\s+$/, '').length;
}
