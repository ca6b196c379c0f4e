import { readFileSync } from 'node:fs';
import { parse, type ParseError } from 'jsonc-parser';
import { describeParseError } from '@bowline/workspace';
import { trustLevelSchema, type TrustRule } from './trust-rule.ts';

/** The contents of a trust file. */
export interface TrustFile {
  readonly rules: readonly TrustRule[];
  /** What is wrong with the file. The rules are then only those that could still be read. */
  readonly damage?: string;
}

/** Reads a trust file, Bowline's or Gemini CLI's: `{ "/a/folder": "TRUST_FOLDER" }`. A missing file has no rules. */
export function readTrustFile(path: string): TrustFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { rules: [] }
      : { rules: [], damage: `cannot read this file (${code})` };
  }
  return parseTrustFile(path, text);
}

function parseTrustFile(source: string, text: string): TrustFile {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap) return { rules: [], damage: 'not a JSON object of folders and trust levels' };
  const rules: TrustRule[] = [];
  let damage = error === undefined ? undefined : `line ${lineOf(text, error.offset)}: ${describeParseError(error)}`;
  for (const [path, said] of Object.entries(value)) {
    const level = trustLevelSchema.safeParse(said);
    if (level.success) rules.push({ path, level: level.data, source });
    else damage ??= `${JSON.stringify(path)} needs one of the levels ${trustLevelSchema.options.join(', ')}`;
  }
  return damage === undefined ? { rules } : { rules, damage };
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
