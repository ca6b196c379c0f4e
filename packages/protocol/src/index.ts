export type { AgentProtocol, EventQuery, SessionStatus } from './agent-protocol.ts';
export { answeredBy } from './answered-by.ts';
export { approvalModes, type ApprovalMode } from './approval-modes.ts';
export { AgentSession, type StreamFrom } from './agent-session.ts';
export { stepBoard, type BoardCall, type CallBoard, type CallStatus } from './call-board.ts';
export { contentPartSchema, displaySchema, todosSchema, type ContentPart, type Display } from './content.ts';
export { createMessage } from './create-message.ts';
export { describeProfile } from './describe-profile.ts';
export { advance, createCursor, joinLive, type StreamCursor } from './cursor.ts';
export { agentErrorCodeSchema } from './error-code-schema.ts';
export { AgentError, type AgentErrorCode, type AgentErrorDetails, type AgentErrorOptions } from './errors.ts';
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
export { agentSendSchema, parseSend, type AgentSend } from './send.ts';
export { isPlainPath, showInRow, showPath } from './terminal/show-path.ts';
export { toText } from './to-text.ts';
export {
  approvalModeSchema,
  contextUseSchema,
  credentialUseSchema,
  effectSchema,
  endReasonSchema,
  executorSchema,
  jsonObjectSchema,
  sandboxProfileSchema,
  tokenUsageSchema,
  wallSchema,
  type ContextUse,
  type CredentialUse,
  type Effect,
  type EndReason,
  type Executor,
  type JsonObject,
  type SandboxProfile,
  type TokenUsage,
  type Wall,
} from './vocabulary.ts';
export { sessionStatusSchema } from './session-status.ts';
