import type * as z from 'zod';
import { settingOf, type SettingKey } from './setting-slices.ts';

/** A value that fits its setting, or why it does not and where in it. */
export type ParsedSetting =
  | { readonly ok: true; readonly value: unknown; /** As a file has it. */ readonly written: unknown }
  | { readonly ok: false; readonly message: string; readonly path: readonly PropertyKey[] };

/** Checks a value. A text, as of a variable or a command line, may also be JSON for what it stands for. */
export function parseSetting(
  key: SettingKey,
  value: unknown,
  { isText = false }: { readonly isText?: boolean } = {},
): ParsedSetting {
  const schema = settingOf(key).schema();
  const json = isText && typeof value === 'string' ? fromJson(value) : undefined;
  // What is a list or a map in JSON is hardly meant as a text.
  const readings = typeof json === 'object' ? [json, value] : json === undefined ? [value] : [value, json];
  const parsed = readings.map((reading) => ({ reading, ...schema.safeParse(reading) }));
  const fitting = parsed.find(({ success }) => success);
  if (fitting?.success === true) return { ok: true, value: fitting.data, written: fitting.reading };
  const nearest = typeof json === 'object' ? parsed[0] : parsed.at(-1);
  return { ok: false, ...toReason(nearest?.error) };
}

type Issue = z.core.$ZodIssue;

/** Of several things that it could have been, the one that it nearly was, or all of them. */
function toReason(error: z.ZodError | undefined): {
  readonly message: string;
  readonly path: readonly PropertyKey[];
} {
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return { message: 'invalid value', path: [] };
  if (issue.code !== 'invalid_union') return { message: messageOf(issue), path: issue.path };
  const each = issue.errors.flatMap(([first]) => first ?? []);
  const near = each.find(({ path }) => path.length > 0);
  if (near !== undefined) return { message: messageOf(near), path: [...issue.path, ...near.path] };
  return { message: [...new Set(each.map(messageOf))].join(', or '), path: issue.path };
}

function messageOf({ message }: Issue): string {
  return message.replace(/^Invalid (input|option): /, '');
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
