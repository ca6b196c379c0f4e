import type { ApprovalMode, ContextUse, InputRequest } from '@bowline/protocol';
import type { Preferences } from '../host/tui-host.ts';
import type { Theme } from '../paint/theme/theme.ts';
import type { Transcript } from '../transcript/transcript.ts';

/** What can stand above the prompt and take the keyboard. */
export type PanelName = 'help' | 'palette' | 'sessions' | 'rewind' | 'theme' | 'stats';

/** What the frame around a session shows of it. Changes rarely: what is streamed goes past React. */
export interface SessionFacts {
  readonly phase: 'opening' | 'open' | 'failed';
  readonly sessionId: string | null;
  readonly title: string | null;
  readonly model: string | null;
  readonly mode: ApprovalMode;
  readonly context: ContextUse | null;
  readonly cost: number | null;
  readonly pending: readonly InputRequest[];
  readonly queued: number;
  readonly isBusy: boolean;
}

/** All that React knows. */
export interface ScreenState {
  readonly width: number;
  readonly rows: number;
  readonly preferences: Preferences;
  readonly theme: Theme;
  readonly branch: string | null;
  /** What was sent in earlier sessions. */
  readonly history: readonly string[];
  readonly session: SessionFacts;
  readonly panel: PanelName | null;
  /** The session begins with a question that is a screen of its own, such as for a missing key. */
  readonly isSetup: boolean;
  /** Whether the operating system confines commands; null before that is known. */
  readonly isConfined: boolean | null;
  /** Something to know for the moment. */
  readonly note: string | null;
  readonly isUnfolded: boolean;
  readonly areTodosHidden: boolean;
}

export const NO_SESSION: SessionFacts = {
  phase: 'opening',
  sessionId: null,
  title: null,
  model: null,
  mode: 'default',
  context: null,
  cost: null,
  pending: [],
  queued: 0,
  isBusy: false,
};

/** The facts of a transcript; the same object as before when none has changed. */
export function toFacts(before: SessionFacts, transcript: Transcript): SessionFacts {
  const { title, mode, context, usage, pending, queued, stream, sessionId } = transcript;
  // No event has named it before the first request.
  const model = transcript.model ?? before.model;
  const next: SessionFacts = {
    phase: 'open',
    ...{ sessionId, title, model, mode, context, pending, queued },
    cost: usage.cost ?? null,
    isBusy: stream !== null,
  };
  const keys = Object.keys(next) as (keyof SessionFacts)[];
  return keys.every((key) => next[key] === before[key]) ? before : next;
}

/** A value that others look at. */
export interface Store<State> {
  readonly get: () => State;
  readonly set: (changed: Partial<State>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Tells its listeners only when something is another thing than before. */
export function createStore<State extends object>(first: State): Store<State> {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (changed) => {
      const next = { ...state, ...changed };
      const keys = Object.keys(changed) as (keyof State)[];
      if (keys.every((key) => next[key] === state[key])) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
