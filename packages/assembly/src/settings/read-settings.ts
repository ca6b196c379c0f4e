import { readFileSync } from 'node:fs';
import { AgentError } from '@bowline/protocol';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import * as z from 'zod';
import { joinSettings, modelSettingsSchema, type ModelSettings } from './model-settings.ts';

/** A settings file, and whether it was there. */
export interface SettingsFile {
  readonly path: string;
  readonly isThere: boolean;
}

/** What was read, and from where. */
export interface ReadSettings {
  readonly settings: ModelSettings;
  readonly files: readonly SettingsFile[];
}

/** Reads these files, of which the later wins. One that is not there is empty; one that is wrong is an error with its line. */
export function readSettings(paths: readonly string[]): ReadSettings {
  const texts = paths.map((path) => ({ path, text: readText(path) }));
  const parsed = texts.flatMap(({ path, text }) => (text === undefined ? [] : [parseSettings(path, text)]));
  return {
    settings: joinSettings(parsed),
    files: texts.map(({ path, text }) => ({ path, isThere: text !== undefined })),
  };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new AgentError('SETTINGS_INVALID', `${path} cannot be read: ${String(code)}`, {
      hint: 'check its permissions',
      cause: thrown,
    });
  }
}

function parseSettings(path: string, text: string): ModelSettings {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.trim() === '' ? '{}' : text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) throw wrong(`${path}:${lineOf(text, error.offset)}`, printParseErrorCode(error.error));
  const parsed = modelSettingsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw wrong(path, z.prettifyError(parsed.error));
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function wrong(where: string, what: string): AgentError {
  return new AgentError('SETTINGS_INVALID', `${where}: ${what}`, { hint: 'correct the file, or move it away' });
}
