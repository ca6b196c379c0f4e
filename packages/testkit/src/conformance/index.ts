export { describeAgentProtocol, type AgentSubject, type OpenAgentSubject } from './agent-protocol.ts';
export { citeRequirements } from './cite-requirements.ts';
export {
  agentRequirements,
  storeRequirements,
  type AgentRequirementId,
  type Requirement,
  type StoreRequirementId,
} from './requirements.ts';
export { describeSessionStore, type StoreSubject } from './session-store.ts';
