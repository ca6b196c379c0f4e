import * as z from 'zod';
import { contentPartSchema, displaySchema } from './content.ts';
import { findingSchema } from './finding.ts';
import { credentialUseSchema, effectSchema, jsonObjectSchema, sandboxProfileSchema } from './vocabulary.ts';

const asked = { inputId: z.string(), title: z.string(), expiresAt: z.iso.datetime().optional() };

/** The call whose question it is, where a tool asks. */
const ofCall = z.string().optional();

/** A question that only a person can answer. The stream stays open and rests until the answer comes. */
export const inputRequestSchema = z.discriminatedUnion('kind', [
  z.object({
    ...asked,
    kind: z.literal('confirmation'),
    callId: z.string(),
    tool: z.string(),
    args: jsonObjectSchema,
    effect: effectSchema,
    /** Digest of the call; an answer counts only for this very call. */
    digest: z.string(),
    display: displaySchema.optional(),
    findings: z.array(findingSchema),
    /** How far a command will be confined if it is allowed; absent where nothing can confine it. */
    profile: sandboxProfileSchema.optional(),
    /** Hosts that a confined command will reach if it is allowed; none when absent. */
    hosts: z.array(z.string()).optional(),
    /** Tokens that it will be able to use at some of them; none when absent. */
    credentials: z.array(credentialUseSchema).optional(),
    /** Folders besides the workspace that a confined command will be able to change; none when absent. */
    folders: z.array(z.string()).optional(),
    /** Why nothing will confine a command, and what to do about it; absent where `profile` says how it is confined. */
    noSandbox: z.string().optional(),
    /** Why it is asked: the rule, as a person can find it, or what the sandbox has to do with it. */
    rule: z.string().optional(),
    /**
     * What an answer for longer than once would allow: in words, and as the rule that is kept. `project` is the real path
     * that outcome `project` covers; without it the folder is not trusted, and only `session` can be chosen.
     */
    grant: z.object({ text: z.string(), rule: z.string(), project: z.string().optional() }).optional(),
  }),
  z.object({
    ...asked,
    kind: z.literal('choice'),
    callId: ofCall,
    options: z.array(z.object({ id: z.string(), label: z.string(), description: z.string().optional() })).min(1),
    multiple: z.boolean(),
  }),
  z.object({ ...asked, kind: z.literal('text'), callId: ofCall, placeholder: z.string().optional() }),
  z.object({ ...asked, kind: z.literal('credential'), service: z.string(), url: z.string().optional() }),
]);
export type InputRequest = z.infer<typeof inputRequestSchema>;

const confirmationAnswer = z.object({
  kind: z.literal('confirmation'),
  /** `project` is kept for one trusted folder, `always` for every trusted folder. */
  outcome: z.enum(['once', 'session', 'project', 'always', 'edited', 'denied']),
  digest: z.string(),
  /** The arguments to run with instead; only with outcome `edited`. */
  args: jsonObjectSchema.optional(),
  /** For the model; only with outcome `denied`. */
  reason: z.string().optional(),
});
const choiceAnswer = z.object({ kind: z.literal('choice'), optionIds: z.array(z.string()) });
const textAnswer = z.object({ kind: z.literal('text'), text: z.string() });
const declinedAnswer = z.object({ kind: z.literal('declined') });

/** The result of a call that the host was told to run by a `tool_status` with `host`; its `inputId` is the call id. */
export const hostResultSchema = z.object({
  kind: z.literal('tool_result'),
  content: z.array(contentPartSchema),
  isError: z.boolean(),
});

/** What a surface sends back. A credential is in here, and nowhere else. */
export const inputAnswerSchema = z.discriminatedUnion('kind', [
  confirmationAnswer,
  choiceAnswer,
  textAnswer,
  z.object({ kind: z.literal('credential'), secret: z.string() }),
  declinedAnswer,
  hostResultSchema,
]);
export type InputAnswer = z.infer<typeof inputAnswerSchema>;

/** What the log and other surfaces learn of an answer: the same, less any secret. */
export const inputOutcomeSchema = z.discriminatedUnion('kind', [
  confirmationAnswer,
  choiceAnswer,
  textAnswer,
  z.object({ kind: z.literal('credential') }),
  declinedAnswer,
  z.object({ kind: z.literal('expired') }),
]);
export type InputOutcome = z.infer<typeof inputOutcomeSchema>;
