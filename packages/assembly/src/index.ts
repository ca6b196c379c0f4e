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
export type { HostEnvironment } from './host-environment.ts';
export { openSession, type OpenedSession } from './open-session.ts';
export { createSessionFiles, type SessionFiles } from './session-files.ts';
export type { SessionOptions } from './session-options.ts';
export type { LearnedKind, LearnedStore } from './learned-store.ts';
export { serveHere, type ServeOptions } from './remote/serve-here.ts';
export type { SessionBackground } from './session-background.ts';
