import { AgentError } from '@bowline/protocol/plain';
import { useEffect, useRef, useState } from 'react';
import { panelTexts } from '../texts/panel-texts.ts';

/** What was read, or why it could not be; neither as long as it is under way. */
export interface ReadOnce<Value> {
  readonly value: Value | null;
  readonly problem: string | null;
}

/** Reads something when a panel is opened, and not again whatever is painted meanwhile. */
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
