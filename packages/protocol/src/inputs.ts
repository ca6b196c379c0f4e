import * as z from 'zod';
import { commandPreviewSchema } from './command-preview.ts';
import { contentPartSchema, displaySchema } from './content.ts';
import { findingSchema } from './finding.ts';
import { credentialUseSchema, effectSchema, jsonObjectSchema, sandboxProfileSchema } from './vocabulary.ts';

const asked = { inputId: z.string(), title: z.string(), expiresAt: z.iso.datetime().optional() };

/** The id of the call, if a tool asks the question. */
const ofCall = z.string().optional();

/** A question that only the user can answer. The stream stays open and pauses until the answer arrives. */
export const inputRequestSchema = z.discriminatedUnion('kind', [
  z.object({
    ...asked,
    kind: z.literal('confirmation'),
    callId: z.string(),
    tool: z.string(),
    args: jsonObjectSchema,
    effect: effectSchema,
    /** Digest of the call; an answer is valid only for this exact call. */
    digest: z.string(),
    display: displaySchema.optional(),
    findings: z.array(findingSchema),
    /** The sandbox profile of a command if it is allowed; absent if no sandbox is available. */
    profile: sandboxProfileSchema.optional(),
    /** Hosts that a sandboxed command can reach if it is allowed. Absent: none. */
    hosts: z.array(z.string()).optional(),
    /** Tokens that it can use at some of these hosts. Absent: none. */
    credentials: z.array(credentialUseSchema).optional(),
    /** Folders outside the workspace that a sandboxed command can change. Absent: none. */
    folders: z.array(z.string()).optional(),
    /** Why a command is not sandboxed, and what to do about it; absent if `profile` is set. */
    noSandbox: z.string().optional(),
    /** It would run in a copy of the workspace, and the user decides later about what it changes there. */
    isAside: z.boolean().optional(),
    /** Why approval is needed: the rule, in a form that the user can look up, or the role of the sandbox. */
    rule: z.string().optional(),
    /**
     * What an answer other than `once` would allow: as text, and as the stored rule. `project` is the real path that
     * outcome `project` covers. Without it the folder is not trusted, and only `session` is available.
     */
    grant: z.object({ text: z.string(), rule: z.string(), project: z.string().optional() }).optional(),
    /** Whether action `preview` can run this call in a copy of the workspace. */
    canPreview: z.boolean().optional(),
    /** What the last preview found; `diffs` are only in the event. Absent: it was not previewed. */
    preview: commandPreviewSchema.optional(),
  }),
  z.object({
    ...asked,
    kind: z.literal('choice'),
    callId: ofCall,
    options: z
      .array(
        z.object({
          id: z.string(),
          label: z.string(),
          description: z.string().optional(),
          /** A letter to choose it with. Absent: its number. */
          key: z.string().length(1).optional(),
        }),
      )
      .min(1),
    multiple: z.boolean(),
    /** A text answers it too, instead of one of the options. */
    allowsText: z.boolean().optional(),
    /** It is about a model that is unavailable. When it expires, the model is asked again. */
    topic: z.literal('model').optional(),
  }),
  z.object({ ...asked, kind: z.literal('text'), callId: ofCall, placeholder: z.string().optional() }),
  z.object({ ...asked, kind: z.literal('credential'), service: z.string(), url: z.string().optional() }),
]);
export type InputRequest = z.infer<typeof inputRequestSchema>;

const confirmationAnswer = z.object({
  kind: z.literal('confirmation'),
  /** `project` is stored for one trusted folder, `always` for every trusted folder. */
  outcome: z.enum(['once', 'session', 'project', 'always', 'edited', 'denied']),
  digest: z.string(),
  /** The arguments to run with instead; only with outcome `edited`. */
  args: jsonObjectSchema.optional(),
  /** Sent to the model; only with outcome `denied`. */
  reason: z.string().optional(),
  /** Applies the changes of this preview instead of running the call; only with outcome `once`. */
  preview: z.string().optional(),
  /** Also replaces files that something else has changed since the preview. */
  overwrites: z.boolean().optional(),
});
const choiceAnswer = z.object({ kind: z.literal('choice'), optionIds: z.array(z.string()) });
const textAnswer = z.object({ kind: z.literal('text'), text: z.string() });
const declinedAnswer = z.object({ kind: z.literal('declined') });

/** The result of a call that a `tool_status` event with `host` told the host to run. Its `inputId` is the call id. */
export const hostResultSchema = z.object({
  kind: z.literal('tool_result'),
  content: z.array(contentPartSchema),
  isError: z.boolean(),
});

/** The answer that a client sends. This is the only place in the protocol that holds a credential. */
export const inputAnswerSchema = z.discriminatedUnion('kind', [
  confirmationAnswer,
  choiceAnswer,
  textAnswer,
  z.object({ kind: z.literal('credential'), secret: z.string() }),
  declinedAnswer,
  hostResultSchema,
]);
export type InputAnswer = z.infer<typeof inputAnswerSchema>;

/** The answer as stored in the log and sent to other clients: without secrets. */
export const inputOutcomeSchema = z.discriminatedUnion('kind', [
  confirmationAnswer,
  choiceAnswer,
  textAnswer,
  z.object({ kind: z.literal('credential') }),
  declinedAnswer,
  z.object({ kind: z.literal('expired') }),
]);
export type InputOutcome = z.infer<typeof inputOutcomeSchema>;
