import { describeIssue } from '@bowline/protocol';
import type * as z from 'zod';
import { settingOf, type SettingKey } from '../keys/setting-slices.ts';

/** A valid value, or where in it the value is invalid and why, to write after its name: `must be a number, ...`. */
export type ParsedSetting =
  | { readonly ok: true; readonly value: unknown; /** As written in a file. */ readonly written: unknown }
  | { readonly ok: false; readonly message: string; readonly path: readonly PropertyKey[] };

/** Validates a value. Strings, such as those from variables and the command line, may also be JSON. */
export function parseSetting(
  key: SettingKey,
  value: unknown,
  { isText = false }: { readonly isText?: boolean } = {},
): ParsedSetting {
  const schema = settingOf(key).schema();
  const json = isText && typeof value === 'string' ? fromJson(value) : undefined;
  // A string that is a JSON list or map is unlikely to be meant as a string.
  const readings = typeof json === 'object' ? [json, value] : json === undefined ? [value] : [value, json];
  const parsed = readings.map((reading) => ({ reading, ...schema.safeParse(reading) }));
  const fitting = parsed.find(({ success }) => success);
  if (fitting?.success === true) return { ok: true, value: fitting.data, written: fitting.reading };
  const nearest = typeof json === 'object' ? parsed[0] : parsed.at(-1);
  return { ok: false, ...toReason(nearest?.error, nearest?.reading) };
}

/** If a value matches none of several alternatives, describes the closest one, or all of them. */
function toReason(
  error: z.ZodError | undefined,
  value: unknown,
): { readonly message: string; readonly path: readonly PropertyKey[] } {
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return { message: 'is invalid', path: [] };
  const each = issue.code === 'invalid_union' ? issue.errors.flatMap(([first]) => first ?? []) : [];
  const near = each.find(({ path }) => path.length > 0);
  const nearest = near === undefined ? issue : { ...near, path: [...issue.path, ...near.path] };
  return { message: describeIssue(nearest, value), path: nearest.path };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
