import { jsonObjectSchema, type JsonObject } from '@bowline/protocol';
import * as z from 'zod';
import type { AnswerPart } from './answer-content.ts';

const signed = { thoughtSignature: z.string().optional() };
const callSchema = z.looseObject({
  ...signed,
  functionCall: z.looseObject({
    id: z.string().optional(),
    name: z.string(),
    args: jsonObjectSchema.optional(),
  }),
});
const textSchema = z.looseObject({ ...signed, text: z.string(), thought: z.literal(true).optional() });
const bytesSchema = z.looseObject({
  ...signed,
  inlineData: z.looseObject({ mimeType: z.string().optional(), data: z.string() }),
});
const linkSchema = z.looseObject({
  ...signed,
  fileData: z.looseObject({ mimeType: z.string().optional(), fileUri: z.string() }),
});

/** Converts a part of an answer from Gemini's shape, as ADK returns it and formats up to 3 stored it. Loses nothing. */
export function fromGeminiPart(part: unknown): AnswerPart {
  return (
    fromCall(part) ?? fromText(part) ?? fromBytes(part) ?? fromLink(part) ?? { type: 'other', ...keep(part, true) }
  );
}

function fromCall(part: unknown): AnswerPart | undefined {
  const parsed = callSchema.safeParse(part);
  if (!parsed.success) return undefined;
  const { thoughtSignature: signature, functionCall, ...rest } = parsed.data;
  const { id: callId, name, args, ...more } = functionCall;
  return defined({ type: 'call', callId, name, args, signature, ...keep({ ...rest, ...nest('functionCall', more) }) });
}

function fromText(part: unknown): AnswerPart | undefined {
  const parsed = textSchema.safeParse(part);
  if (!parsed.success) return undefined;
  const { thoughtSignature: signature, text, thought, ...rest } = parsed.data;
  return defined({ type: thought === true ? 'reasoning' : 'text', text, signature, ...keep(rest) });
}

function fromBytes(part: unknown): AnswerPart | undefined {
  const parsed = bytesSchema.safeParse(part);
  if (!parsed.success) return undefined;
  const { thoughtSignature: signature, inlineData, ...rest } = parsed.data;
  const { mimeType, data, ...more } = inlineData;
  return defined({ type: 'media', mimeType, data, signature, ...keep({ ...rest, ...nest('inlineData', more) }) });
}

function fromLink(part: unknown): AnswerPart | undefined {
  const parsed = linkSchema.safeParse(part);
  if (!parsed.success) return undefined;
  const { thoughtSignature: signature, fileData, ...rest } = parsed.data;
  const { mimeType, fileUri: uri, ...more } = fileData;
  return defined({ type: 'media', mimeType, uri, signature, ...keep({ ...rest, ...nest('fileData', more) }) });
}

/** Returns the fields without a counterpart, as JSON. */
function keep(rest: unknown): { readonly provider?: JsonObject };
function keep(rest: unknown, isAll: true): { readonly provider: JsonObject };
function keep(rest: unknown, isAll = false): { readonly provider?: JsonObject } {
  const provider = JSON.parse(JSON.stringify(rest ?? {})) as JsonObject;
  return isAll || Object.keys(provider).length > 0 ? { provider } : {};
}

function nest(name: string, more: object): object {
  return Object.keys(more).length === 0 ? {} : { [name]: more };
}

/** Removes keys whose value is undefined, because a record has none. */
function defined(part: AnswerPart): AnswerPart {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as AnswerPart;
}
