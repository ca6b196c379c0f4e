import { useEffect, useRef, useState } from 'react';
import { DOUBLE_AFTER_MS, DOUBLE_WITHIN_MS } from '../questions/question-state.ts';

/** A session that is deleted by a second press. */
export interface Deleting {
  /** The session that the first press was for; null if there was none. */
  readonly sessionId: string | null;
  readonly press: (sessionId: string) => void;
  readonly cancel: () => void;
}

/** Deletes on the second of two presses, which must come soon, but not from a held key. */
export function useDelete(clock: () => number, onDelete: (sessionId: string) => void): Deleting {
  const [first, setFirst] = useState<{ readonly sessionId: string; readonly at: number } | null>(null);
  const latest = useRef(first);
  latest.current = first;
  useEffect(() => {
    if (first === null) return;
    const timer = setTimeout(() => {
      setFirst(null);
    }, DOUBLE_WITHIN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [first]);
  return {
    sessionId: first?.sessionId ?? null,
    press: (sessionId) => {
      const now = clock();
      const before = latest.current;
      const age = before?.sessionId === sessionId ? now - before.at : Infinity;
      if (age < DOUBLE_AFTER_MS) return;
      const isSecond = age <= DOUBLE_WITHIN_MS;
      latest.current = isSecond ? null : { sessionId, at: now };
      setFirst(latest.current);
      if (isSecond) onDelete(sessionId);
    },
    cancel: () => {
      setFirst(null);
    },
  };
}
