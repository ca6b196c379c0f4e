import { AgentError } from '../errors.ts';
import { type AgentSend } from '../send.ts';
import { type ContentPart } from '../content.ts';
import { type EndReason } from '../vocabulary.ts';
import * as z from 'zod';

/** The schema of an answer: a zod schema, or a JSON Schema as plain data. */
export type OutputSchema = z.ZodType | Readonly<Record<string, unknown>>;

/** The result of checking an answer: data, a message that asks for a correction, or an error after too many tries. */
export type CheckedOutput =
  | { readonly kind: 'valid'; readonly data: unknown }
  | { readonly kind: 'repair'; readonly send: AgentSend }
  | { readonly kind: 'failed'; readonly error: AgentError };

/** How often an invalid answer is returned to the model. */
const REPAIRS = 2;

/**
 * Gets one answer as data. The prompt contains the schema and the answer is validated here: providers do not accept a
 * schema and tools in one request, and a turn has tools.
 */
export class StructuredOutput {
  readonly #schema: z.ZodType;
  readonly #instruction: ContentPart;
  #repairs = 0;

  /** Throws `OPTIONS_INVALID` when the schema cannot be used. */
  constructor(schema: OutputSchema) {
    const { checked, shown } = toSchemas(schema);
    this.#schema = checked;
    const text = `When you are done, end with one message that is a JSON value and nothing else: no prose, no code fence. It has to match this JSON Schema:\n${JSON.stringify(shown)}`;
    this.#instruction = { type: 'text', text };
  }

  /** Adds the schema to a message. Users see the message without it. */
  toSend(send: AgentSend): AgentSend {
    if (!('message' in send)) return send;
    const { content, display = content, ...message } = send.message;
    return { message: { ...message, content: [...content, this.#instruction], display } };
  }

  /** Checks the answer of a turn that has ended. */
  async check({ text, reason }: { readonly text: string; readonly reason: EndReason }): Promise<CheckedOutput> {
    if (reason !== 'completed') return { kind: 'failed', error: stopped(reason) };
    const parsed = await this.#parse(text);
    if ('data' in parsed) return { kind: 'valid', data: parsed.data };
    if (this.#repairs === REPAIRS) return { kind: 'failed', error: invalid(parsed.problem) };
    this.#repairs += 1;
    const complaint = { type: 'text' as const, text: `The answer does not match the schema: ${parsed.problem}` };
    return { kind: 'repair', send: this.toSend({ message: { content: [complaint] } }) };
  }

  async #parse(text: string): Promise<{ readonly data: unknown } | { readonly problem: string }> {
    let value: unknown;
    try {
      value = JSON.parse(withoutFence(text));
    } catch (thrown) {
      return { problem: `it is not JSON (${AgentError.from(thrown).message})` };
    }
    const parsed = await this.#schema.safeParseAsync(value);
    return parsed.success ? { data: parsed.data } : { problem: z.prettifyError(parsed.error) };
  }
}

/** The schema that validates answers, and its JSON Schema for the model. */
function toSchemas(schema: OutputSchema): { readonly checked: z.ZodType; readonly shown: unknown } {
  try {
    if (isZod(schema))
      return { checked: schema, shown: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) };
    return { checked: z.fromJSONSchema(schema), shown: schema };
  } catch (thrown) {
    throw new AgentError('OPTIONS_INVALID', `Unsupported JSON Schema: ${AgentError.from(thrown).message}`, {
      hint: 'Do not use if/then/else, dependent or unevaluated keywords, or references to other files',
      cause: thrown,
    });
  }
}

/** Detected by zod's own marker, not by class: a program may use another copy of zod. */
function isZod(schema: OutputSchema): schema is z.ZodType {
  return '_zod' in schema;
}

/** Models put JSON into a code fence even when told not to. */
function withoutFence(text: string): string {
  return /^```(?:json)?[^\S\n]*\n([\s\S]*?)\n?```$/.exec(text.trim())?.[1] ?? text;
}

function invalid(problem: string): AgentError {
  return new AgentError(
    'OUTPUT_INVALID',
    `No answer matched the schema in ${REPAIRS + 1} tries. Last problem: ${problem}`,
    {
      hint: 'Simplify the schema, or describe each field in the prompt',
      details: { problem, tries: REPAIRS + 1 },
    },
  );
}

function stopped(reason: EndReason): AgentError {
  return new AgentError('OUTPUT_INVALID', `The turn ended without an answer: ${reason}`, {
    hint: 'Raise the limit that stopped it, or ask for less',
    details: { reason },
  });
}
