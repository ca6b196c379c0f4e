import { AgentError } from '@bowline/protocol/plain';
import { useEffect, useRef, useState } from 'react';
import { panelTexts } from '../texts/panel-texts.ts';

/** A value or an error; neither while loading. */
export interface ReadOnce<Value> {
  readonly value: Value | null;
  readonly problem: string | null;
}

/** Reads a value when a panel opens, and not again on later renders. */
export function useOnce<Value>(read: () => Promise<Value>): ReadOnce<Value> {
  const [state, setState] = useState<ReadOnce<Value>>({ value: null, problem: null });
  const first = useRef(read);
  useEffect(() => {
    let isWanted = true;
    const keep = (next: ReadOnce<Value>): void => {
      if (isWanted) setState(next);
    };
    first.current().then(
      (value) => {
        keep({ value, problem: null });
      },
      (thrown: unknown) => {
        keep({ value: null, problem: panelTexts.readFailed(AgentError.from(thrown).message) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return state;
}
