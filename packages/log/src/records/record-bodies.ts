import {
  approvalModeSchema,
  contentPartSchema,
  contextUseSchema,
  credentialUseSchema,
  displaySchema,
  effectSchema,
  endReasonSchema,
  executorSchema,
  findingSchema,
  inputOutcomeSchema,
  inputRequestSchema,
  jsonObjectSchema,
  quotaSchema,
  sandboxProfileSchema,
  todosSchema,
  tokenUsageSchema,
  wallSchema,
} from '@bowline/protocol';
import * as z from 'zod';
import { answerContentSchema } from './answer-content.ts';

const seq = z.int().positive();
const message = z.object({
  messageId: z.string(),
  content: z.array(contentPartSchema),
  display: z.array(contentPartSchema).optional(),
  by: z.string().optional(),
});

/** The modes in force before, which going back or making a copy does not loosen. */
const heldModes = z.object({ mode: approvalModeSchema, modeBeforePlan: approvalModeSchema });

const memoryFile = z.object({ path: z.string(), text: z.string() });
const loopKind = z.enum(['calls', 'text', 'semantic']);

/** What each type of record says. A new type or a changed body is a new format: see `FORMAT`. */
export const recordBodies = {
  session_started: z.object({
    sessionId: z.string(),
    workspace: z.string(),
    agent: z.string(),
    parent: z.object({ sessionId: z.string(), callId: z.string().optional() }).optional(),
    versions: z.record(z.string(), z.string()),
    settings: jsonObjectSchema,
  }),
  /** First record of its own in a fork: everything before it is the parent's, to the letter. */
  session_forked: z.object({
    sessionId: z.string(),
    from: z.string(),
    at: seq,
    hash: z.string(),
    held: heldModes.optional(),
  }),
  /** The last record at this place: the session is written elsewhere from here on. */
  session_moved: z.object({ to: z.string(), moveId: z.string() }),
  /** First record at the place it was moved to, or moved back to. */
  session_arrived: z.object({ at: z.string(), moveId: z.string() }),
  stream_started: z.object({}),
  stream_ended: z.object({
    reason: endReasonSchema,
    message: z.string().optional(),
    usage: tokenUsageSchema.optional(),
  }),
  user_message: message,
  steering_message: message,
  model_selected: z.object({ model: z.string(), config: jsonObjectSchema, strategy: z.string() }),
  model_answered: z.object({
    messageId: z.string(),
    model: z.string(),
    /** The whole answer; what its provider wants back with a part is kept unchanged. */
    content: answerContentSchema,
    /** The last record that the model had seen when it began to answer. */
    seen: seq.optional(),
    finishReason: z.string().optional(),
    usage: tokenUsageSchema.optional(),
    context: contextUseSchema.optional(),
  }),
  model_failed: z.object({
    model: z.string(),
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    retryable: z.boolean(),
    /** Nothing more is tried: the stream ends with it. */
    isFinal: z.boolean(),
    /** The message whose deltas were shown and no longer count. */
    retracts: z.string().optional(),
    /** How long the provider asked to wait, in milliseconds. */
    retryAfter: z.number().nonnegative().optional(),
    /** Why its quota will not be back in minutes. */
    quota: quotaSchema.optional(),
    /** When the same request is sent again; until then the session waits. */
    retryAt: z.iso.datetime().optional(),
    /** The question that a person has to answer first. */
    asks: z.string().optional(),
    /** The provider found it too long: the history is summarized before it is sent again. */
    shortens: z.boolean().optional(),
    /** What the failed request cost all the same. */
    usage: tokenUsageSchema.optional(),
  }),
  model_fell_back: z.object({ from: z.string(), to: z.string(), reason: z.string() }),
  /** A question on the side, such as which model to use; its cost counts like any other. */
  utility_called: z.object({
    purpose: z.string(),
    model: z.string(),
    usage: tokenUsageSchema.optional(),
    error: z.string().optional(),
  }),
  tool_requested: z.object({
    callId: z.string(),
    name: z.string(),
    args: jsonObjectSchema,
    effect: effectSchema,
    executor: executorSchema,
    display: displaySchema.optional(),
    /** Calls of the batch that must be finished first. */
    after: z.array(z.string()).optional(),
  }),
  tool_decided: z.object({
    callId: z.string(),
    verdict: z.enum(['allow', 'ask', 'deny']),
    rule: z.string().optional(),
    findings: z.array(findingSchema),
    /** How a command that no one was asked about starts: from these words without a shell, and whether it only reads. */
    start: z.object({ words: z.array(z.string()).optional(), onlyReads: z.boolean() }).optional(),
    /** How far a command is confined when it runs; absent where nothing confines it. */
    profile: sandboxProfileSchema.optional(),
    /** Hosts that a confined command reaches; none when absent. */
    hosts: z.array(z.string()).optional(),
    /** Tokens that it can use at some of them; none when absent. */
    credentials: z.array(credentialUseSchema).optional(),
  }),
  /** A confirmation, or any other question that only a person can answer. */
  input_requested: z.object({ request: inputRequestSchema }),
  input_resolved: z.object({ inputId: z.string(), outcome: inputOutcomeSchema, by: z.string().optional() }),
  input_expired: z.object({ inputId: z.string(), reason: z.string() }),
  tool_started: z.object({
    callId: z.string(),
    key: z.string(),
    /** The host is told to run it with these arguments, and has until then to answer. */
    host: z.object({ name: z.string(), args: jsonObjectSchema, expiresAt: z.iso.datetime() }).optional(),
  }),
  tool_finished: z.object({
    callId: z.string(),
    name: z.string(),
    content: z.array(contentPartSchema),
    isError: z.boolean(),
    errorType: z.string().optional(),
    data: jsonObjectSchema.optional(),
    display: displaySchema.optional(),
    /** Where the full output is, when what the model got was cut. */
    artifact: z.string().optional(),
  }),
  /**
   * A command ran, failed, and the sandbox had refused it something. The call goes back to where it was not decided: it
   * runs again with more, under another key, or this is its result.
   */
  tool_blocked: z.object({
    callId: z.string(),
    command: z.string(),
    profile: sandboxProfileSchema,
    hosts: z.array(z.string()).optional(),
    walls: z.array(wallSchema).min(1),
    content: z.array(contentPartSchema),
    display: displaySchema.optional(),
    data: jsonObjectSchema.optional(),
    artifact: z.string().optional(),
  }),
  tool_interrupted: z.object({ callId: z.string(), name: z.string(), reason: z.string() }),
  context_masked: z.object({ calls: z.array(z.object({ callId: z.string(), artifact: z.string().optional() })) }),
  /** From here on the model sees a note in place of a picture or file that its provider refused: part `part` of what record `record` says. */
  part_set_aside: z.object({ record: seq, part: z.int().nonnegative(), kind: z.string(), reason: z.string() }),
  /** The user requested a shorter history, whatever its size. */
  compaction_requested: z.object({ focus: z.string().optional(), by: z.string().optional() }),
  /** A summary of everything up to a record, not yet checked. */
  compaction_drafted: z.object({ through: seq, summary: jsonObjectSchema }),
  /** From here on the model sees the summary in place of everything up to record `through`. */
  context_compacted: z.object({
    through: seq,
    summary: z.string(),
    /** What is written for agents and was found on the way, word for word. */
    memory: z.array(memoryFile).optional(),
    tokensBefore: z.int().nonnegative(),
    tokensAfter: z.int().nonnegative(),
  }),
  /** The history stays as it is. */
  compaction_rejected: z.object({ reason: z.string(), tokens: z.int().nonnegative() }),
  /** What is written for agents in a folder that a call has touched. */
  memory_loaded: z.object({ files: z.array(memoryFile).min(1) }),
  mode_changed: z.object({ mode: approvalModeSchema, by: z.string().optional() }),
  title_changed: z.object({ title: z.string() }),
  model_requested: z.object({ model: z.string() }),
  hook_ran: z.object({ event: z.string(), hook: z.string(), outcome: z.string(), message: z.string().optional() }),
  loop_detected: z.object({ kind: loopKind, detail: z.string(), strike: z.int().positive() }),
  /** A model was asked, after so many steps, whether the turn goes in circles. */
  loop_checked: z.object({ step: z.int().nonnegative(), confidence: z.number() }),
  limit_reached: z.object({ limit: z.string(), value: z.number(), max: z.number() }),
  notice: z.object({ level: z.enum(['info', 'warning']), code: z.string(), text: z.string() }),
  /** From here on the session is what it was after record `to`; nothing is deleted. Undone by another one. */
  rewound: z.object({
    to: seq,
    reason: z.string().optional(),
    held: heldModes.optional(),
    /** What of the session is different from before the rewind. */
    changed: z
      .object({
        mode: approvalModeSchema.optional(),
        model: z.string().optional(),
        title: z.string().optional(),
        todos: todosSchema.optional(),
      })
      .optional(),
  }),
} as const satisfies Record<string, z.ZodObject>;

/**
 * The format of records and files. It only goes up; an older binary refuses a newer file, and `migrateRecord` reads
 * records of older formats.
 */
export const FORMAT = 4;

export type RecordType = keyof typeof recordBodies;
export type RecordBody<Type extends RecordType> = z.infer<(typeof recordBodies)[Type]>;
