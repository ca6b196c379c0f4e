export type { AgentProtocol, EventQuery, SessionStatus } from './agent-protocol.ts';
export { AgentSession, type StreamFrom } from './agent-session.ts';
export { stepBoard, type BoardCall, type CallBoard, type CallStatus } from './call-board.ts';
export { contentPartSchema, displaySchema, toText, type ContentPart, type Display } from './content.ts';
export { advance, createCursor, joinLive, type StreamCursor } from './cursor.ts';
export {
  AgentError,
  agentErrorCodeSchema,
  type AgentErrorCode,
  type AgentErrorDetails,
  type AgentErrorOptions,
} from './errors.ts';
export { createLiveId, toKeptId } from './event-ids.ts';
export { agentEventSchema, isLiveOnly, type AgentEvent, type AgentEventBody, type AgentEventType } from './events.ts';
export { unreachable } from './exhaustive.ts';
export { FanOut } from './fan-out.ts';
export {
  hostResultSchema,
  inputAnswerSchema,
  inputOutcomeSchema,
  inputRequestSchema,
  type InputAnswer,
  type InputOutcome,
  type InputRequest,
} from './inputs.ts';
export { nearestNames } from './nearest-names.ts';
export { agentSendSchema, createMessage, parseSend, type AgentSend } from './send.ts';
export {
  approvalModeSchema,
  contextUseSchema,
  effectSchema,
  endReasonSchema,
  executorSchema,
  jsonObjectSchema,
  tokenUsageSchema,
  type ApprovalMode,
  type ContextUse,
  type Effect,
  type EndReason,
  type Executor,
  type JsonObject,
  type TokenUsage,
} from './vocabulary.ts';
