import { fromGeminiPart } from './from-gemini-part.ts';

/** The type and body of a record of any format. */
export interface AnyRecord {
  readonly type: string;
  readonly body: unknown;
}

/** Types that were renamed in format 4. */
const renamed: Readonly<Record<string, string>> = {
  confirmation_requested: 'input_requested',
  confirmation_resolved: 'input_resolved',
  confirmation_expired: 'input_expired',
};

/** Values that were renamed in format 4, by type and key. */
const renamedValues: Readonly<Record<string, string>> = { limit_reached: 'limit', stream_ended: 'reason' };

/** Returns the current name of a type. */
export function toCurrentType(type: string): string {
  return Object.hasOwn(renamed, type) ? (renamed[type] ?? type) : type;
}

/**
 * Converts a record of any older format to the current one; returns the same object if nothing changes. A log can hold
 * records of several formats, so a record is recognized by its shape. Stored records never change.
 *
 * - 1 to 3: only types and optional keys were added.
 * - 4: questions of any kind are `input_*`; the limit on model steps is `max_steps`; an answer's content is a list of
 *   parts of our own instead of Gemini's.
 * - 5: changes of files were added.
 * - 6: pending changes were added.
 */
export function migrateRecord(record: AnyRecord): AnyRecord {
  const { type, body } = record;
  if (Object.hasOwn(renamed, type)) return { type: toCurrentType(type), body };
  if (!isObject(body)) return record;
  const key = renamedValues[type];
  if (key !== undefined && body[key] === 'max_turns') return { type, body: { ...body, [key]: 'max_steps' } };
  if (type === 'model_answered' && isObject(body['content']))
    return { type, body: { ...body, content: toContent(body['content']) } };
  return record;
}

function toContent({ parts }: Readonly<Record<string, unknown>>): unknown[] {
  return Array.isArray(parts) ? parts.map(fromGeminiPart) : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
