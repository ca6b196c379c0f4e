import { AgentError, jsonObjectSchema } from '@bowline/protocol';
import * as z from 'zod';

const delay = z.number().nonnegative();
const said = z.union([z.string(), z.strictObject({ text: z.string(), signature: z.string().optional() })]);

const scriptedCallSchema = z.strictObject({
  name: z.string(),
  args: jsonObjectSchema.optional(),
  id: z.string().optional(),
  signature: z.string().optional(),
});
/** A tool call that the model makes; with no id, as older Gemini models do it. */
export type ScriptedCall = z.infer<typeof scriptedCallSchema>;

const scriptedChunkSchema = z
  .strictObject({
    delayMs: delay.optional(),
    thought: said.optional(),
    text: said.optional(),
    calls: z.array(scriptedCallSchema).readonly().optional(),
    raw: jsonObjectSchema.optional(),
  })
  .refine(({ raw, thought, text, calls }) => raw === undefined || (thought ?? text ?? calls) === undefined, {
    error: 'a raw chunk is sent as it is: it takes no thought, text or calls',
  });
/**
 * One event of a stream: thought, text and calls in this order, or `raw` as it is, in the provider's format. A raw
 * `{error: {code, message}}` in Google's format is translated.
 *
 * It is sent `delayMs` after the previous one. With nothing else in it, it is a pause.
 */
export type ScriptedChunk = z.infer<typeof scriptedChunkSchema>;

const httpErrorSchema = z.strictObject({
  status: z.int().min(400).max(599),
  message: z.string().optional(),
  rpcStatus: z.string().optional(),
  details: z.array(jsonObjectSchema).readonly().optional(),
  body: z.union([z.string(), jsonObjectSchema]).optional(),
  headers: z.record(z.string(), z.string()).optional(),
});
/**
 * An HTTP error as Google words it, which other APIs say in their own words.
 *
 * `body` replaces the whole of that, a string goes out as text.
 */
export type ScriptedHttpError = z.infer<typeof httpErrorSchema>;

const usageSchema = z.partialRecord(
  z.enum([
    'promptTokenCount',
    'candidatesTokenCount',
    'thoughtsTokenCount',
    'cachedContentTokenCount',
    'toolUsePromptTokenCount',
    'totalTokenCount',
  ]),
  z.int().nonnegative(),
);

const faults = ['httpError', 'blockReason', 'hang', 'cut', 'garbage'] as const;

const scriptedStepSchema = z
  .strictObject({
    chunks: z.array(scriptedChunkSchema).readonly().optional(),
    /** In Google's words. On the last chunk, unless that is raw. STOP by default, null leaves it out. */
    finishReason: z.string().nullable().optional(),
    finishMessage: z.string().optional(),
    /** What is not given is estimated from lengths; null leaves it out. */
    usage: usageSchema.nullable().optional(),
    /** The prompt is refused: no candidates at all. */
    blockReason: z.string().optional(),
    httpError: httpErrorSchema.optional(),
    /** `headers`: nothing is ever answered. `body`: headers and the chunks, then nothing. */
    hang: z.enum(['headers', 'body']).optional(),
    /** The socket is destroyed after the chunks, which a client may lose unless a pause ends them; with none, before the headers. */
    cut: z.literal(true).optional(),
    /** After the chunks comes this instead of JSON; true for half an object. */
    garbage: z.union([z.literal(true), z.string()]).optional(),
    delayHeadersMs: delay.optional(),
    /** Bytes go out in pieces of this size, also from the middle of a character. */
    splitBytes: z.int().positive().optional(),
  })
  .superRefine((step, context) => {
    const chosen = faults.filter((name) => step[name] !== undefined);
    if (chosen.length > 1) context.addIssue(`only one of ${chosen.join(', ')} can happen`);
    const chunkless = step.httpError ?? step.blockReason ?? (step.hang === 'headers' || undefined);
    if (chunkless !== undefined && step.chunks !== undefined) {
      context.addIssue({ code: 'custom', path: ['chunks'], message: `${chosen.join()} comes without chunks` });
    }
  });
/** The answer to one request. One that hangs, is cut or turns to garbage has no finish and no usage unless it names them. */
export type ScriptedStep = z.infer<typeof scriptedStepSchema>;

const scriptRuleSchema = z.strictObject({
  /** A model's exact name, or `*`. */
  model: z.string().optional(),
  /** Text in the last user content, where a tool's response counts as its JSON. */
  contains: z.string().optional(),
  steps: z.array(scriptedStepSchema).min(1).readonly(),
  /** The last step is used for ever. */
  repeat: z.boolean().optional(),
});
/** Steps kept for the requests that match. */
export type ScriptRule = z.infer<typeof scriptRuleSchema>;

/**
 * What a scripted model answers.
 *
 * A request that any rule matches takes the next step of the first such rule that has one left; any other request
 * takes the next of `steps`. `default` answers when there is no such step, and never runs out.
 */
export const modelScriptSchema = z.strictObject({
  $schema: z.string().optional(),
  steps: z.array(scriptedStepSchema).readonly().optional(),
  repeat: z.boolean().optional(),
  rules: z.array(scriptRuleSchema).readonly().optional(),
  default: scriptedStepSchema.optional(),
});
export type ModelScript = z.infer<typeof modelScriptSchema>;

/** Unknown data to a script, or `INTERNAL` with the path of each problem in it. */
export function parseModelScript(value: unknown): ModelScript {
  const parsed = modelScriptSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AgentError('INTERNAL', `not a valid model script:\n${z.prettifyError(parsed.error)}`);
}
