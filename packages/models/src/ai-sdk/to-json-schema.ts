import type { Schema } from '@google/genai';
import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider';

/** A JSON schema as the AI SDK types it. */
export type JsonSchema = LanguageModelV4FunctionTool['inputSchema'];

const numbers: ReadonlySet<string> = new Set([
  'maxItems',
  'minItems',
  'maxLength',
  'minLength',
  'maxProperties',
  'minProperties',
]);

/** Converts Gemini's schema dialect (uppercase types, `nullable`, numbers as strings) to JSON Schema. */
export function toJsonSchema(schema: Schema): JsonSchema {
  const { type, nullable, properties, items, anyOf, propertyOrdering: _, example, ...rest } = schema;
  const word = type?.toLowerCase();
  const fields = Object.entries(rest).map(([key, value]) => [key, numbers.has(key) ? Number(value) : value] as const);
  return {
    ...Object.fromEntries(fields),
    ...(word === undefined || word === 'type_unspecified' ? {} : { type: nullable === true ? [word, 'null'] : word }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, toJsonSchema(of)])) }),
    ...(items === undefined ? {} : { items: toJsonSchema(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(toJsonSchema) }),
    ...(example === undefined ? {} : { examples: [example] }),
  } as JsonSchema;
}

/** Whether OpenAI can enforce a schema strictly: it requires every property to be required, and no others. */
export function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (typeof schema !== 'object' || schema === null) return true;
  if ('properties' in schema && typeof schema.properties === 'object' && schema.properties !== null) {
    const required = new Set('required' in schema && Array.isArray(schema.required) ? schema.required : []);
    const isClosed = 'additionalProperties' in schema && schema.additionalProperties === false;
    if (!isClosed || !Object.keys(schema.properties).every((name) => required.has(name))) return false;
  }
  return Object.values(schema).every(isStrict);
}
