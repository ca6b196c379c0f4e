import * as z from 'zod';
import { commandPreviewSchema } from './command-preview.ts';
import { contentPartSchema, displaySchema, todosSchema } from './content.ts';
import { quotaSchema } from './error-code-schema.ts';
import { inputOutcomeSchema, inputRequestSchema } from './inputs.ts';
import {
  approvalModeSchema,
  contextUseSchema,
  effectSchema,
  endReasonSchema,
  executorSchema,
  jsonObjectSchema,
  tokenUsageSchema,
} from './vocabulary.ts';

const base = {
  id: z.string(),
  at: z.iso.datetime(),
  /** Absent on events of the session itself, outside any stream. */
  streamId: z.string().optional(),
  /** Set on events of a subagent, so that a client can collapse them. */
  threadId: z.string().optional(),
};

/**
 * All events of the protocol, a closed union. Order within a stream is the order of emission. `message_delta`,
 * `tool_update` and `progress` are live only: a later reader gets the whole message or response instead.
 */
export const agentEventSchema = z.discriminatedUnion('type', [
  z.object({ ...base, type: z.literal('initialize'), sessionId: z.string(), workspace: z.string(), agent: z.string() }),
  z.object({
    ...base,
    type: z.literal('session_update'),
    title: z.string().optional(),
    model: z.string().optional(),
    mode: approvalModeSchema.optional(),
    /** Only after a rewind: a list that a call writes arrives with its response. */
    todos: todosSchema.optional(),
  }),
  z.object({ ...base, type: z.literal('agent_start') }),
  z.object({
    ...base,
    type: z.literal('message'),
    messageId: z.string(),
    role: z.enum(['user', 'agent']),
    content: z.array(contentPartSchema),
    /** Sent while the agent works: it stays queued until the next model step. */
    isQueued: z.boolean().optional(),
  }),
  z.object({
    ...base,
    type: z.literal('message_delta'),
    messageId: z.string(),
    kind: z.enum(['text', 'thought']),
    text: z.string(),
  }),
  z.object({ ...base, type: z.literal('message_retracted'), messageId: z.string(), reason: z.string() }),
  z.object({
    ...base,
    type: z.literal('tool_request'),
    callId: z.string(),
    name: z.string(),
    args: jsonObjectSchema,
    effect: effectSchema,
    executor: executorSchema,
    display: displaySchema.optional(),
  }),
  /** The decision about a call, or that its effect may have begun. */
  z.object({
    ...base,
    type: z.literal('tool_status'),
    callId: z.string(),
    status: z.enum(['allowed', 'awaiting', 'denied', 'running']),
    /**
     * Only with `running`, and only for a call that the host runs: run it now with these arguments and send the result
     * as input `callId` before `expiresAt`. After a crash the event is sent again with the same `callId`.
     */
    host: z.object({ name: z.string(), args: jsonObjectSchema, expiresAt: z.iso.datetime() }).optional(),
    /** The rule that decided, in a form that the user can look up. */
    rule: z.string().optional(),
  }),
  z.object({ ...base, type: z.literal('tool_update'), callId: z.string(), text: z.string() }),
  z.object({
    ...base,
    type: z.literal('tool_response'),
    callId: z.string(),
    name: z.string(),
    content: z.array(contentPartSchema),
    isError: z.boolean(),
    /** Why it failed, as a stable identifier. */
    errorType: z.string().optional(),
    data: jsonObjectSchema.optional(),
    display: displaySchema.optional(),
  }),
  z.object({ ...base, type: z.literal('input_request'), request: inputRequestSchema }),
  /** The result of action `preview` for a pending approval, or why there is none. */
  z.object({
    ...base,
    type: z.literal('input_preview'),
    inputId: z.string(),
    preview: commandPreviewSchema.optional(),
    problem: z.string().optional(),
  }),
  z.object({
    ...base,
    type: z.literal('input_response'),
    inputId: z.string(),
    outcome: inputOutcomeSchema,
    by: z.string().optional(),
  }),
  z.object({
    ...base,
    type: z.literal('progress'),
    label: z.string(),
    /** When the wait ends, for a countdown. */
    until: z.iso.datetime().optional(),
  }),
  z.object({
    ...base,
    type: z.literal('usage'),
    model: z.string(),
    usage: tokenUsageSchema,
    /** The purpose of a utility request; absent on the turn's own requests. */
    purpose: z.string().optional(),
    /** How full the context window was; only with the turn's own requests. */
    context: contextUseSchema.optional(),
  }),
  /** The session was rewound: the events after record `to` no longer count. */
  z.object({
    ...base,
    type: z.literal('rewound'),
    to: z.int().positive(),
    /** `undo` if it reverts an earlier rewind. */
    reason: z.string().optional(),
  }),
  z.object({
    ...base,
    type: z.literal('notice'),
    level: z.enum(['info', 'warning']),
    code: z.string(),
    text: z.string(),
  }),
  z.object({
    ...base,
    type: z.literal('error'),
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    fatal: z.boolean(),
    /** How long the provider asked to wait, in milliseconds. */
    retryAfter: z.number().nonnegative().optional(),
    /** Why the quota does not recover within minutes. */
    quota: quotaSchema.optional(),
    /** The model whose request failed, the HTTP status, and how many requests the failure allows in all. */
    model: z.string().optional(),
    status: z.number().optional(),
    attempts: z.number().optional(),
  }),
  z.object({
    ...base,
    type: z.literal('agent_end'),
    reason: endReasonSchema,
    message: z.string().optional(),
    usage: tokenUsageSchema.optional(),
  }),
  z.object({ ...base, type: z.literal('custom'), name: z.string(), data: jsonObjectSchema }),
]);

export type AgentEvent = z.infer<typeof agentEventSchema>;
export type AgentEventType = AgentEvent['type'];

/** An event before the agent adds id, stream and time. */
export type AgentEventBody = AgentEvent extends infer E
  ? E extends AgentEvent
    ? Omit<E, keyof typeof base>
    : never
  : never;

const liveOnly: ReadonlySet<AgentEventType> = new Set(['message_delta', 'tool_update', 'progress']);

/** Whether an event is only sent live and never stored. */
export function isLiveOnly(event: { readonly type: AgentEventType }): boolean {
  return liveOnly.has(event.type);
}
