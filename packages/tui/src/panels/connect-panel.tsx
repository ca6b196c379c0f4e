import { useInput } from 'ink';
import { useEffect, useReducer, useRef, type ReactElement } from 'react';
import { AgentError } from '@bowline/protocol/plain';
import type { Connecting } from '../host/connecting.ts';
import { toPresses } from '../keys/press.ts';
import { Section } from '../lists/section.tsx';
import { useFieldPaste } from '../lists/use-field-paste.ts';
import type { View } from '../paint/layout/view.ts';
import { EMPTY_CONNECT, fillKey, stepConnect, type ConnectEffect, type ConnectState } from './connect-state.ts';
import { paintConnect } from './paint-connect.ts';

export interface ConnectPanelProps {
  readonly connecting: Connecting;
  readonly view: View;
  /** The user goes on without a model. */
  readonly onSkip: () => void;
  /** The user writes a request first. */
  readonly onWrite: () => void;
  readonly onConnected: (notes: readonly string[]) => void;
}

/** Connects a model at the first start. It has the keyboard, so that a pasted key never lands in the draft. */
export function ConnectPanel({ connecting, view, onSkip, onWrite, onConnected }: ConnectPanelProps): ReactElement {
  // Several keys may arrive before the next frame.
  const latest = useRef<ConnectState>(EMPTY_CONNECT);
  const isOpen = useRef(true);
  const [, repaint] = useReducer((n: number) => n + 1, 0);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );
  const put = (state: ConnectState): void => {
    latest.current = state;
    if (isOpen.current) repaint();
  };
  const act = (effect: ConnectEffect): void => {
    if (effect.kind === 'skip') onSkip();
    else if (effect.kind === 'write') onWrite();
    else
      connecting.connect(effect.provider, effect.key).then(
        (notes) => {
          if (isOpen.current) onConnected(notes);
        },
        (thrown: unknown) => {
          const { message, hint } = AgentError.from(thrown);
          const problem = hint === undefined ? message : `${message}. ${hint}`;
          put({ ...latest.current, key: '', isTesting: false, problem });
        },
      );
  };
  useInput((input, key) => {
    for (const press of toPresses(input, key)) {
      const { state, effect } = stepConnect(latest.current, press, connecting);
      put(state);
      if (effect !== null) act(effect);
    }
  });
  useFieldPaste((text) => {
    put(fillKey(latest.current, text, connecting));
    return true;
  });
  return <Section section={paintConnect(latest.current, connecting, view)} />;
}
