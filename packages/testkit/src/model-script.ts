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
/** A tool call of the model; without an id, as in older Gemini models. */
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
 * One event of a stream: thought, text and calls in this order, or `raw` data in the provider's format, sent unchanged.
 * A raw `{error: {code, message}}` in Google's format is translated.
 *
 * It is sent `delayMs` after the previous one. Without any other field, it is a pause.
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
 * An HTTP error in Google's format, translated for other APIs.
 *
 * `body` replaces the whole response body; a string is sent as text.
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
    /** Google's name for the reason. On the last chunk, unless that is raw. Default: STOP. Null omits it. */
    finishReason: z.string().nullable().optional(),
    finishMessage: z.string().optional(),
    /** Missing counts are estimated from lengths; null omits the usage. */
    usage: usageSchema.nullable().optional(),
    /** The prompt is refused: the response has no candidates. */
    blockReason: z.string().optional(),
    httpError: httpErrorSchema.optional(),
    /** `headers`: never responds. `body`: sends headers and chunks, then nothing. */
    hang: z.enum(['headers', 'body']).optional(),
    /**
     * Destroys the socket after the chunks, or before the headers if there are none. A client may lose the last chunks
     * unless a pause follows them.
     */
    cut: z.literal(true).optional(),
    /** Sent after the chunks instead of JSON; true sends half an object. */
    garbage: z.union([z.literal(true), z.string()]).optional(),
    delayHeadersMs: delay.optional(),
    /** Sends bytes in pieces of this size, even in the middle of a character. */
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
/**
 * The answer to one request. A step that hangs, is cut or ends in garbage has no finish reason and no usage unless it
 * sets them.
 */
export type ScriptedStep = z.infer<typeof scriptedStepSchema>;

const scriptRuleSchema = z.strictObject({
  /** The exact name of a model, or `*`. */
  model: z.string().optional(),
  /** Text in the last user content. A tool response is matched as JSON. */
  contains: z.string().optional(),
  steps: z.array(scriptedStepSchema).min(1).readonly(),
  /** Repeats the last step forever. */
  repeat: z.boolean().optional(),
});
/** Steps that are reserved for matching requests. */
export type ScriptRule = z.infer<typeof scriptRuleSchema>;

/**
 * The answers of a scripted model.
 *
 * A request that matches a rule takes the next step of the first matching rule that has one left; any other request
 * takes the next of `steps`. `default` answers if there is no such step, and never runs out.
 */
export const modelScriptSchema = z.strictObject({
  $schema: z.string().optional(),
  steps: z.array(scriptedStepSchema).readonly().optional(),
  repeat: z.boolean().optional(),
  rules: z.array(scriptRuleSchema).readonly().optional(),
  default: scriptedStepSchema.optional(),
});
export type ModelScript = z.infer<typeof modelScriptSchema>;

/** Validates a script. Throws `INTERNAL` with the path of each problem. */
export function parseModelScript(value: unknown): ModelScript {
  const parsed = modelScriptSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AgentError('INTERNAL', `not a valid model script:\n${z.prettifyError(parsed.error)}`);
}
