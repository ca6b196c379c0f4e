import type { ApprovalMode, ContextUse, InputRequest } from '@bowline/protocol';
import type { BackgroundTask } from '../host/background-tasks.ts';
import type { Connecting } from '../host/connecting.ts';
import type { Picker } from '../host/picker.ts';
import type { Preferences } from '../host/tui-host.ts';
import type { WatchedOwner } from '../host/watched-owner.ts';
import type { OwnQuestion } from '../questions/own-question.ts';
import type { Theme } from '../paint/theme/theme.ts';
import type { Transcript } from '../transcript/transcript.ts';

/** The panels above the prompt, which take the keyboard. */
export type PanelName =
  | 'help'
  | 'palette'
  | 'sessions'
  | 'rewind'
  | 'theme'
  | 'stats'
  | 'turn'
  | 'steps'
  | 'picker'
  | 'tasks'
  | 'quit'
  | 'context'
  | 'connect'
  | 'pasted';

/** What the frame around a session shows. It changes rarely, because streamed text bypasses React. */
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

/** The state that React renders. */
export interface ScreenState {
  readonly width: number;
  readonly rows: number;
  readonly preferences: Preferences;
  readonly theme: Theme;
  readonly branch: string | null;
  /** Messages sent in earlier sessions. */
  readonly history: readonly string[];
  readonly session: SessionFacts;
  readonly panel: PanelName | null;
  /** What the panel `picker` shows. */
  readonly picker: Picker | null;
  /** What the panel `connect` needs, until a model is connected. */
  readonly connecting: Connecting | null;
  /** The session begins with a question, for example for trust. */
  readonly isSetup: boolean;
  /** Whether the operating system sandboxes commands. Null if not yet known. */
  readonly isConfined: boolean | null;
  /** The process that runs the session, if another one does. */
  readonly watched: WatchedOwner | null;
  /** A question of the screen itself: the process that ran the session has ended. */
  readonly ownQuestion: OwnQuestion | null;
  /** The background commands that run. */
  readonly running: readonly BackgroundTask[];
  /** A temporary note. */
  readonly note: string | null;
}

export const NO_SESSION: SessionFacts = {
  phase: 'opening',
  sessionId: null,
  title: null,
  model: null,
  mode: 'default',
  context: null,
  cost: 0,
  pending: [],
  queued: 0,
  isBusy: false,
};

/**
 * The facts of a transcript. Returns the same object if nothing has changed. `isOver`: the process that ran the session
 * has ended, so that nothing is done about an open turn.
 */
export function toFacts(before: SessionFacts, transcript: Transcript, isOver = false): SessionFacts {
  const { title, mode, context, usage, pending, queued, stream, sessionId } = transcript;
  // No event names the model before the first request.
  const model = transcript.model ?? before.model;
  const next: SessionFacts = {
    phase: 'open',
    ...{ sessionId, title, model, mode, context, pending, queued },
    // Without a request there is no cost.
    cost: usage.cost ?? (usage.inputTokens === 0 ? 0 : null),
    isBusy: stream !== null && !isOver,
  };
  const keys = Object.keys(next) as (keyof SessionFacts)[];
  return keys.every((key) => next[key] === before[key]) ? before : next;
}

/** An observable value. */
export interface Store<State> {
  readonly get: () => State;
  readonly set: (changed: Partial<State>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Notifies its listeners only if a value has changed. */
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
