import { jsonObjectSchema, type JsonObject } from '@bowline/protocol';
import * as z from 'zod';
import type { AnswerPart } from './answer-content.ts';

// Some gateways send null or false for what is absent.
const signed = { thoughtSignature: z.string().nullish() };
const callSchema = z.looseObject({
  ...signed,
  functionCall: z.looseObject({
    id: z.string().nullish(),
    name: z.string(),
    args: jsonObjectSchema.nullish(),
  }),
});
const textSchema = z.looseObject({ ...signed, text: z.string(), thought: z.boolean().nullish() });
const bytesSchema = z.looseObject({
  ...signed,
  inlineData: z.looseObject({ mimeType: z.string().nullish(), data: z.string() }),
});
const linkSchema = z.looseObject({
  ...signed,
  fileData: z.looseObject({ mimeType: z.string().nullish(), fileUri: z.string() }),
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
  const left = {
    ...rest,
    ...absent({ thoughtSignature: signature }),
    ...nest('functionCall', { ...more, ...absent({ id: callId, args }) }),
  };
  return defined({ type: 'call', callId, name, args, signature, ...keep(left) });
}

function fromText(part: unknown): AnswerPart | undefined {
  const parsed = textSchema.safeParse(part);
  if (!parsed.success) return undefined;
  const { thoughtSignature: signature, text, thought, ...rest } = parsed.data;
  const left = { ...rest, ...absent({ thoughtSignature: signature, thought }) };
  return defined({ type: thought === true ? 'reasoning' : 'text', text, signature, ...keep(left) });
}

function fromBytes(part: unknown): AnswerPart | undefined {
  const parsed = bytesSchema.safeParse(part);
  if (!parsed.success) return undefined;
  const { thoughtSignature: signature, inlineData, ...rest } = parsed.data;
  const { mimeType, data, ...more } = inlineData;
  const left = {
    ...rest,
    ...absent({ thoughtSignature: signature }),
    ...nest('inlineData', { ...more, ...absent({ mimeType }) }),
  };
  return defined({ type: 'media', mimeType, data, signature, ...keep(left) });
}

function fromLink(part: unknown): AnswerPart | undefined {
  const parsed = linkSchema.safeParse(part);
  if (!parsed.success) return undefined;
  const { thoughtSignature: signature, fileData, ...rest } = parsed.data;
  const { mimeType, fileUri: uri, ...more } = fileData;
  const left = {
    ...rest,
    ...absent({ thoughtSignature: signature }),
    ...nest('fileData', { ...more, ...absent({ mimeType }) }),
  };
  return defined({ type: 'media', mimeType, uri, signature, ...keep(left) });
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

/** The fields that say that something is absent. */
function absent(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value === null || value === false));
}

/** Removes keys whose value is undefined or null, because a record has none. */
function defined(part: { readonly type: AnswerPart['type'] } & Readonly<Record<string, unknown>>): AnswerPart {
  const entries = Object.entries(part).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries) as AnswerPart;
}
