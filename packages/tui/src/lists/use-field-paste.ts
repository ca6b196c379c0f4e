import { usePaste } from 'ink';
import { createContext, useContext, useEffect, useRef } from 'react';

/** Takes pasted text. False if its text field does not have the keyboard. */
export type TakePaste = (text: string) => boolean;

/** The text fields of the open panel. Null: nothing else takes a paste. */
export const FieldsContext = createContext<Set<TakePaste> | null>(null);

/** Passes pasted text to a text field. What no field of the panel takes goes to the draft. */
export function useFieldPaste(take: TakePaste): void {
  const fields = useContext(FieldsContext);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const field: TakePaste = (text) => latest.current(text);
    fields?.add(field);
    return () => {
      fields?.delete(field);
    };
  }, [fields]);
  // Alone on the screen.
  usePaste(
    (text) => {
      take(text);
    },
    { isActive: fields === null },
  );
}
