import { AgentError } from '@bowline/protocol/plain';
import { useEffect, useRef, useState } from 'react';
import { panelTexts } from '../texts/panel-texts.ts';

/** A value or an error; neither while loading. */
export interface ReadOnce<Value> {
  readonly value: Value | null;
  readonly problem: string | null;
}

/** When a value is read again. */
interface Again {
  /** Read again when it changes. */
  readonly version?: number;
  /** Read again every second while it may change. */
  readonly mayChange?: () => boolean;
}

const AGAIN_MS = 1000;
const never = (): boolean => false;

/** Reads a value when a panel opens, and again only if it has changed. Keeps the old value until then. */
export function useOnce<Value>(
  read: () => Promise<Value>,
  { version = 0, mayChange = never }: Again = {},
): ReadOnce<Value> {
  const [state, setState] = useState<ReadOnce<Value>>({ value: null, problem: null });
  const first = useRef({ read, mayChange });
  useEffect(() => {
    let isWanted = true;
    let timer: NodeJS.Timeout | undefined;
    const keep = (next: ReadOnce<Value>): void => {
      if (isWanted) setState(next);
    };
    const readAll = async (): Promise<void> => {
      // Asked before: what changes last is read too.
      const isFinal = !first.current.mayChange();
      try {
        keep({ value: await first.current.read(), problem: null });
      } catch (thrown) {
        keep({ value: null, problem: panelTexts.readFailed(AgentError.from(thrown).message) });
      }
      if (isWanted && !isFinal) timer = setTimeout(() => void readAll(), AGAIN_MS);
    };
    void readAll();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [version]);
  return state;
}
