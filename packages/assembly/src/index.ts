export { hideContentInSpans, silenceAdk } from '@bowline/runtime';
export { createHostEnvironment, type ProcessFacts } from './create-host-environment.ts';
export {
  inspectContext,
  type ContextInspection,
  type InspectedTool,
  type Size,
  type HypotheticalSession,
} from './context/inspect-context.ts';
export { expandTyped, type TypedPlaces } from './expand-typed.ts';
export { forkSession, type ForkOptions } from './fork-session.ts';
export { openSession, type HostEnvironment, type OpenedSession, type SessionOptions } from './open-session.ts';
export { createSessionFiles, type SessionFiles } from './session-files.ts';
export type { LearnedKind, LearnedStore } from './learned-store.ts';
export type { SessionBackground } from './session-background.ts';
