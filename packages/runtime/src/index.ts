export type { Decide, DecideContext, Decision, Finding } from './dispatch/decide-calls.ts';
export type { Spill } from './dispatch/truncate-outcome.ts';
export { openAgent, type AgentParts, type OpenAgent } from './open-agent.ts';
export { readEvents, type ReadLimits } from './agent/read-events.ts';
export { toStatus } from './agent/to-status.ts';
export { toAgentEvents } from './translate/to-agent-events.ts';
export { restOf, type Rest } from './turn/rest-of.ts';
export { turnFold } from './turn/step-turn.ts';
export type { TurnState } from './turn/turn-state.ts';
