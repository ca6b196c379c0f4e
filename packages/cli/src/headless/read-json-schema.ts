import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StructuredOutput } from '@bowline/protocol';
import { AgentError, jsonObjectSchema } from '@bowline/protocol';
import { headlessTexts } from '../texts/headless-texts.ts';

/** Reads the schema of `--json-schema`, inline or from a file. Throws before anything is opened. */
export function readJsonSchema(text: string, cwd: string): StructuredOutput {
  const isInline = text.trimStart().startsWith('{');
  const parsed = jsonObjectSchema.safeParse(toJson(isInline ? text : readText(resolve(cwd, text))));
  if (parsed.success) return new StructuredOutput(parsed.data);
  throw wrong(headlessTexts.schemaNotObject);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    throw wrong(headlessTexts.schemaUnreadable(path), thrown);
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw wrong(headlessTexts.schemaNotJson(AgentError.from(thrown).message), thrown);
  }
}

function wrong(message: string, cause?: unknown): AgentError {
  return new AgentError('OPTIONS_INVALID', message, { hint: headlessTexts.schemaExample, cause });
}
