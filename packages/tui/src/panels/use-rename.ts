import { useReducer, useRef } from 'react';
import { useFieldPaste } from '../lists/use-field-paste.ts';
import type { Press } from '../keys/press.ts';
import { truncateStart } from '../paint/layout/wrap.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import { graphemeAt } from '../editor/graphemes.ts';
import { emptyField, insert, stepField, type TextField } from '../questions/text-field.ts';

/** A title that is being typed. */
export interface Renaming {
  /** The session that is renamed; null if none is. */
  readonly sessionId: string | null;
  readonly field: TextField;
  readonly begin: (sessionId: string, title: string) => void;
  /** Sees every key first. True if it was part of the title, or ended it. */
  readonly press: (press: Press) => boolean;
}

interface Typing {
  readonly sessionId: string;
  readonly field: TextField;
}

/** Edits the title of a session. It has the keyboard until Enter or Escape. */
export function useRename(isActive: boolean, onRename: (sessionId: string, title: string) => void): Renaming {
  // Several keys may arrive before the next frame.
  const typing = useRef<Typing | null>(null);
  const [, repaint] = useReducer((n: number) => n + 1, 0);
  const set = (next: Typing | null): void => {
    typing.current = next;
    repaint();
  };
  const press = (each: Press): boolean => {
    const now = typing.current;
    if (now === null) return false;
    if (each.key === 'escape') set(null);
    else if (each.key === 'enter') {
      set(null);
      onRename(now.sessionId, now.field.text.trim());
    } else set({ ...now, field: stepField(now.field, each) ?? now.field });
    return true;
  };
  useFieldPaste((text) => {
    const now = typing.current;
    if (!isActive || now === null) return false;
    set({ ...now, field: insert(now.field, text.replaceAll(/\s+/g, ' ')) });
    return true;
  });
  return {
    sessionId: typing.current?.sessionId ?? null,
    field: typing.current?.field ?? emptyField,
    begin: (sessionId, title) => {
      set({ sessionId, field: { text: title, cursor: title.length } });
    },
    press,
  };
}

/** A field in one row: its end, or what is before the cursor if that is longer. */
export function paintTyped({ text, cursor }: TextField, width: number): string {
  const under = graphemeAt(text, cursor)?.text ?? ' ';
  const before = truncateStart(cleanLine(text.slice(0, cursor)), Math.max(1, width - 1));
  return `${before}\u001B[7m${cleanLine(under)}\u001B[27m${cleanLine(text.slice(cursor + under.length))}`;
}
