export type { AgentProtocol, EventQuery, SessionStatus } from './agent-protocol.ts';
export { answeredBy } from './answered-by.ts';
export { parseArtifactName } from './artifact-name.ts';
export { approvalModes, type ApprovalMode } from './approval-modes.ts';
export { AgentSession, type StreamFrom } from './agent-session.ts';
export { stepBoard, type BoardCall, type CallBoard, type CallStatus } from './call-board.ts';
export { commandPreviewSchema, type CommandPreview } from './command-preview.ts';
export { contentPartSchema, displaySchema, todosSchema, type ContentPart, type Display } from './content.ts';
export { createMessage } from './create-message.ts';
export { describeProfile } from './describe-profile.ts';
export { advance, createCursor, joinLive, type StreamCursor } from './cursor.ts';
export { agentErrorCodeSchema, agentErrorFactsSchema, quotaSchema } from './error-code-schema.ts';
export {
  AgentError,
  type AgentErrorCode,
  type AgentErrorDetails,
  type AgentErrorOptions,
  type Quota,
  type RefusedInput,
} from './errors.ts';
export { createLiveId, toKeptId } from './event-ids.ts';
export { agentEventSchema, isLiveOnly, type AgentEvent, type AgentEventBody, type AgentEventType } from './events.ts';
export { describeIssue } from './describe-issue.ts';
export { unreachable } from './exhaustive.ts';
export {
  fileChangeSchema,
  fileStateSchema,
  refusedPathSchema,
  type FileChange,
  type FileState,
  type KeptReason,
  type RefusedPath,
} from './file-change.ts';
export type { FilePreview, FilesPreview } from './file-preview.ts';
export { findingSchema, type Finding, type Severity } from './finding.ts';
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
export { isWithin } from './paths/is-within.ts';
export { nearestNames } from './nearest-names.ts';
export { plural } from './plural.ts';
export { agentSendSchema, parseSend, type AgentSend } from './send.ts';
export { replaceControls, spellUnseen, toPicture } from './terminal/control-characters.ts';
export { isPlainPath, showInRow, showPath } from './terminal/show-path.ts';
export { sessionTitle } from './session-title.ts';
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
export { type DeniedCall } from './outcome/denied-calls.ts';
export { RunStats, type TokenCounts } from './outcome/run-stats.ts';
export { type CheckedOutput, type OutputSchema, StructuredOutput } from './outcome/structured-output.ts';
export { TurnOutcome } from './outcome/turn-outcome.ts';
