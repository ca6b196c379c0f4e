/** Longer than any arguments that a rule can usefully test. A test takes a few nanoseconds per character. */
const MAX_LENGTH = 256 * 1024;
/** The cost of a value beyond its characters: many small values take longer to sort and write than one long value. */
const PER_VALUE = 32;
const MAX_DEPTH = 64;

/** The remaining budget. If it is below zero, the text is discarded. */
interface Room {
  left: number;
}

/**
 * Arguments as the JSON that `argsPattern` is tested on: keys sorted, each top-level pair enclosed in NUL characters,
 * which no value can contain. Undefined if they are too long or too deep.
 */
export function toArgsText(args: Readonly<Record<string, unknown>>): string | undefined {
  const room: Room = { left: MAX_LENGTH };
  const pairs = writePairs(args, 1, room).map((pair) => `\0${pair}\0`);
  return room.left < 0 ? undefined : `{${pairs.join(',')}}`;
}

function writePairs(fields: Readonly<Record<string, unknown>>, depth: number, room: Room): readonly string[] {
  const keys = Object.keys(fields);
  room.left -= keys.length * PER_VALUE;
  if (room.left < 0) return [];
  return keys
    .sort()
    .filter((key) => isWritten(fields[key]))
    .map((key) => `${JSON.stringify(key)}:${write(fields[key], depth, room)}`);
}

function write(value: unknown, depth: number, room: Room): string {
  if (depth > MAX_DEPTH) room.left = -1;
  if (typeof value === 'string') room.left -= value.length;
  if (Array.isArray(value)) room.left -= value.length * PER_VALUE;
  if (room.left < 0) return '';
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1, room)).join(',')}]`;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return isWritten(value) ? JSON.stringify(value) : 'null';
  return `{${writePairs(value as Readonly<Record<string, unknown>>, depth + 1, room).join(',')}}`;
}

function isWritten(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
