import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StructuredOutput } from '@bowline/assembly';
import { AgentError, jsonObjectSchema } from '@bowline/protocol';

/** The schema that `--json-schema` gives, in the text itself or in a file. What is wrong with it is an error before anything is opened. */
export function readJsonSchema(text: string, cwd: string): StructuredOutput {
  const isInline = text.trimStart().startsWith('{');
  const parsed = jsonObjectSchema.safeParse(toJson(isInline ? text : readText(resolve(cwd, text))));
  if (parsed.success) return new StructuredOutput(parsed.data);
  throw wrong('--json-schema takes a JSON Schema that is an object');
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    throw wrong(`--json-schema cannot read ${path}`, thrown);
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw wrong(`--json-schema is not JSON: ${AgentError.from(thrown).message}`, thrown);
  }
}

function wrong(message: string, cause?: unknown): AgentError {
  const hint = `for example --json-schema '{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}'`;
  return new AgentError('OPTIONS_INVALID', message, { hint, cause });
}
