import {
  approvalModeSchema,
  commandPreviewSchema,
  contentPartSchema,
  contextUseSchema,
  credentialUseSchema,
  displaySchema,
  effectSchema,
  endReasonSchema,
  executorSchema,
  fileChangeSchema,
  fileStateSchema,
  refusedPathSchema,
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

/** The modes that were in force before. A rewind or a fork does not loosen them. */
const heldModes = z.object({ mode: approvalModeSchema, modeBeforePlan: approvalModeSchema });

const memoryFile = z.object({ path: z.string(), text: z.string() });
const loopKind = z.enum(['calls', 'text', 'semantic']);

/** The body of each record type. A new type or a changed body needs a new format: see `FORMAT`. */
export const recordBodies = {
  session_started: z.object({
    sessionId: z.string(),
    workspace: z.string(),
    agent: z.string(),
    parent: z.object({ sessionId: z.string(), callId: z.string().optional() }).optional(),
    versions: z.record(z.string(), z.string()),
    settings: jsonObjectSchema,
  }),
  /** The first own record of a fork: all records before it are those of the parent, unchanged. */
  session_forked: z.object({
    sessionId: z.string(),
    from: z.string(),
    at: seq,
    hash: z.string(),
    held: heldModes.optional(),
  }),
  /** The last record at this place: the session is written elsewhere afterwards. */
  session_moved: z.object({ to: z.string(), moveId: z.string() }),
  /** The first record at the place that the session was moved to, or moved back to. */
  session_arrived: z.object({ at: z.string(), moveId: z.string() }),
  /** `continues`: the model is asked again about what it has not answered. */
  stream_started: z.object({ continues: z.boolean().optional() }),
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
    /** The complete answer; provider data of a part is stored unchanged. */
    content: answerContentSchema,
    /** The last record that the model saw before it answered. */
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
    /** No more retries: the stream ends with this failure. */
    isFinal: z.boolean(),
    /** The message whose deltas were shown and are now invalid. */
    retracts: z.string().optional(),
    /** How long the provider asked to wait, in milliseconds. */
    retryAfter: z.number().nonnegative().optional(),
    /** Why the quota does not recover within minutes. */
    quota: quotaSchema.optional(),
    /** The HTTP status, if the provider answered. */
    status: z.number().optional(),
    /** How many requests this failure allows in all, if the request is retried. */
    attempts: z.number().optional(),
    /** When the request is retried; the session waits until then. */
    retryAt: z.iso.datetime().optional(),
    /** The question that the user must answer first. */
    asks: z.string().optional(),
    /** The provider rejected it as too long: the history is summarized before the retry. */
    shortens: z.boolean().optional(),
    /** The tokens that the failed request used. */
    usage: tokenUsageSchema.optional(),
  }),
  model_fell_back: z.object({ from: z.string(), to: z.string(), reason: z.string() }),
  /** A utility request, such as choosing the model; its cost counts like any other. */
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
    /** Calls of the batch that must finish first. */
    after: z.array(z.string()).optional(),
  }),
  tool_decided: z.object({
    callId: z.string(),
    verdict: z.enum(['allow', 'ask', 'deny']),
    rule: z.string().optional(),
    findings: z.array(findingSchema),
    /** How a command that needs no approval starts: from these words without a shell, and whether it only reads. */
    start: z.object({ words: z.array(z.string()).optional(), onlyReads: z.boolean() }).optional(),
    /** The sandbox profile of a command; absent if it is not sandboxed. */
    profile: sandboxProfileSchema.optional(),
    /** Hosts that a sandboxed command can reach. Absent: none. */
    hosts: z.array(z.string()).optional(),
    /** Tokens that it can use at some of these hosts. Absent: none. */
    credentials: z.array(credentialUseSchema).optional(),
    /** It runs beside the workspace: what it changes becomes pending. */
    isAside: z.literal(true).optional(),
  }),
  /** An approval request, or any other question that only the user can answer. */
  input_requested: z.object({ request: inputRequestSchema }),
  input_resolved: z.object({ inputId: z.string(), outcome: inputOutcomeSchema, by: z.string().optional() }),
  input_expired: z.object({ inputId: z.string(), reason: z.string() }),
  /** A pending call was run in a copy of the workspace, or could not be: `problem` says why. */
  input_previewed: z.object({
    inputId: z.string(),
    callId: z.string(),
    problem: z.string().optional(),
    run: z
      .object({
        preview: commandPreviewSchema,
        /** What applying it changes. Contents are stored beside the log, by hash. */
        changes: z.array(fileChangeSchema),
        /** The result of the call if the changes are applied. */
        content: z.array(contentPartSchema),
        isError: z.boolean(),
        errorType: z.string().optional(),
        data: jsonObjectSchema.optional(),
        display: displaySchema.optional(),
        artifact: z.string().optional(),
      })
      .optional(),
  }),
  tool_started: z.object({
    callId: z.string(),
    key: z.string(),
    /** What was at the paths that it writes. */
    files: z.array(z.object({ path: z.string(), before: fileStateSchema.nullable() })).optional(),
    /** The files of the workspace before a call that may change any of them. */
    checkpoint: z.string().optional(),
    /** The host must run the call with these arguments and answer before `expiresAt`. */
    host: z.object({ name: z.string(), args: jsonObjectSchema, expiresAt: z.iso.datetime() }).optional(),
    /** Where it runs: the place in which its processes can be found, and how long they outlive their owner. */
    runner: z.object({ place: z.string(), host: z.string(), leaseMs: z.number().nullable() }).optional(),
  }),
  tool_finished: z.object({
    callId: z.string(),
    name: z.string(),
    content: z.array(contentPartSchema),
    isError: z.boolean(),
    errorType: z.string().optional(),
    data: jsonObjectSchema.optional(),
    display: displaySchema.optional(),
    /** Where the full output is, if the model got a truncated one. */
    artifact: z.string().optional(),
  }),
  /**
   * A command failed after the sandbox refused it something. The call is undecided again: it runs again with more
   * access, under another key, or this becomes its result.
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
  /**
   * What a call changed in the workspace. Several records if it is much, and it may follow later than the call's
   * result: it counts from the call's start. Contents are stored beside the log, by hash.
   */
  files_changed: z.object({
    callId: z.string(),
    changes: z.array(fileChangeSchema).min(1),
    /** The look at all files that found them. */
    checkpoint: z.string().optional(),
  }),
  /**
   * What a call changed aside: not in the workspace, but in what later calls of the session see of it. Several records if it
   * is much. Contents are stored beside the log, by hash.
   */
  changes_pending: z.object({ callId: z.string(), changes: z.array(fileChangeSchema).min(1) }),
  /** All pending changes were applied to the workspace, or discarded. */
  changes_decided: z.object({ callId: z.string(), isApplied: z.boolean() }),
  /**
   * All files of the workspace are stored under the name `save`. `copy` is the copy of the workspace that this was: where
   * another one is found, or the same one with another last save, the files are restored first. The last such record
   * counts, also one that was rewound: a rewind changes no file.
   */
  files_saved: z.object({ save: z.string(), copy: z.string() }),
  /**
   * The files go back to record `to` and the conversation stays; `files_restored` follows. `undoes`: only that
   * restoration is undone. `steps`: the session is a fork, and its parent has changed this since. Conflicts at the
   * paths in `overwrite` are not left alone.
   */
  restore_requested: z.object({
    to: seq,
    undoes: seq.optional(),
    steps: z.array(z.array(fileChangeSchema)).optional(),
    overwrite: z.array(z.string()).optional(),
  }),
  /**
   * The files are as they were after record `to`, apart from `kept`: those that the user has changed since. `refused`:
   * those of them that something else was in the way of. Undone like any other change.
   */
  files_restored: z.object({
    to: seq,
    changes: z.array(fileChangeSchema),
    kept: z.array(z.string()),
    refused: z.array(refusedPathSchema).optional(),
    /** Without a rewind: the model is told, because its view of the files is older. */
    isAlone: z.literal(true).optional(),
  }),
  tool_interrupted: z.object({
    callId: z.string(),
    name: z.string(),
    reason: z.string(),
    /**
     * Whether its processes can still have an effect: proved dead, ended by a lease, at work on another copy of the files, or
     * not known to have ended.
     */
    commands: z.enum(['ended', 'lease', 'apart', 'may_run']).optional(),
  }),
  context_masked: z.object({ calls: z.array(z.object({ callId: z.string(), artifact: z.string().optional() })) }),
  /**
   * From here on the model sees a note in place of an image or file that its provider rejected: part `part` of the
   * content of record `record`.
   */
  part_set_aside: z.object({ record: seq, part: z.int().nonnegative(), kind: z.string(), reason: z.string() }),
  /** The user requested a compaction, whatever the size of the history. */
  compaction_requested: z.object({ focus: z.string().optional(), by: z.string().optional() }),
  /** A summary of everything up to a record, not yet verified. */
  compaction_drafted: z.object({ through: seq, summary: jsonObjectSchema }),
  /** From here on the model sees the summary in place of everything up to record `through`. */
  context_compacted: z.object({
    through: seq,
    summary: z.string(),
    /** Instruction files such as AGENTS.md that were loaded during the session, word for word. */
    memory: z.array(memoryFile).optional(),
    tokensBefore: z.int().nonnegative(),
    tokensAfter: z.int().nonnegative(),
  }),
  /** From here on the model sees again what record `undone`, a compaction or a masking, has replaced. */
  context_restored: z.object({ undone: seq, tokens: z.int().nonnegative() }),
  /** The compaction was rejected and the history stays unchanged. */
  compaction_rejected: z.object({ reason: z.string(), tokens: z.int().nonnegative() }),
  /** Instruction files such as AGENTS.md in a folder that a call has touched. */
  memory_loaded: z.object({ files: z.array(memoryFile).min(1) }),
  mode_changed: z.object({ mode: approvalModeSchema, by: z.string().optional() }),
  title_changed: z.object({ title: z.string() }),
  /** `isRetry`: the same model again, because the user wants to try it now. */
  model_requested: z.object({ model: z.string(), isRetry: z.literal(true).optional() }),
  hook_ran: z.object({ event: z.string(), hook: z.string(), outcome: z.string(), message: z.string().optional() }),
  loop_detected: z.object({ kind: loopKind, detail: z.string(), strike: z.int().positive() }),
  /** A model checked, after this many steps, whether the turn is stuck in a loop. */
  loop_checked: z.object({ step: z.int().nonnegative(), confidence: z.number() }),
  limit_reached: z.object({ limit: z.string(), value: z.number(), max: z.number() }),
  notice: z.object({ level: z.enum(['info', 'warning']), code: z.string(), text: z.string() }),
  /**
   * From here on the session is as it was after record `to`. Nothing is deleted, and another `rewound` record undoes
   * it.
   */
  rewound: z.object({
    to: seq,
    reason: z.string().optional(),
    /** Files are restored too; `files_restored` follows. Conflicts at the paths in `overwrite` are not left alone. */
    restoresFiles: z.literal(true).optional(),
    overwrite: z.array(z.string()).optional(),
    held: heldModes.optional(),
    /** The properties of the session that the rewind changes. */
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
 * The format of records and files. It only increases. An older version rejects a newer file, and `migrateRecord` reads
 * records of older formats.
 */
export const FORMAT = 7;

export type RecordType = keyof typeof recordBodies;
export type RecordBody<Type extends RecordType> = z.infer<(typeof recordBodies)[Type]>;
