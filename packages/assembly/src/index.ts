export { createMachine, type ProcessFacts } from './create-machine.ts';
export { decideByMode } from './decide-by-mode.ts';
export { openSession, type Machine, type OpenedSession, type SessionWishes } from './open-session.ts';
