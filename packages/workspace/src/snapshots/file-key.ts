import { isUtf8 } from 'node:buffer';

/** Bytes that are not UTF-8 are written as `\xHH`, so a backslash that would read as one is written as `\x5c`. */
const AMBIGUOUS = /\\(?=x[0-9a-f]{2})/g;
const ESCAPE = /\\x([0-9a-f]{2})/;

/** The key of a name, a path or a link's target. Each sequence of bytes has exactly one key; nothing is normalized. */
export function toKey(bytes: Buffer): string {
  if (isUtf8(bytes)) return escapeText(bytes.toString('utf8'));
  let key = '';
  let text = 0;
  for (let at = 0; at < bytes.length;) {
    const length = lengthOfCharacter(bytes, at);
    if (length === 0) {
      key += `${escapeText(bytes.toString('utf8', text, at))}\\x${(bytes[at] as number).toString(16).padStart(2, '0')}`;
      text = at + 1;
    }
    at += Math.max(1, length);
  }
  return key + escapeText(bytes.toString('utf8', text));
}

/** What the file system calls a key: a string where possible, which is faster. */
export function toDiskPath(key: string): string | Buffer {
  if (!ESCAPE.test(key)) return key;
  const parts = key.split(ESCAPE);
  return Buffer.concat(parts.map((part, at) => Buffer.from(part, at % 2 === 0 ? 'utf8' : 'hex')));
}

/** The path of a key below a folder. */
export function toPathIn(folder: string, key: string): string | Buffer {
  const path = toDiskPath(key);
  return typeof path === 'string' ? `${folder}/${path}` : Buffer.concat([Buffer.from(`${folder}/`), path]);
}

/** The key of the folder that contains a key. Empty for entries of the root. */
export function toParent(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

/** The last name of a key. */
export function toName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

/** The key of an entry of a folder. */
export function joinKey(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The folders above a key, the nearest first, without the root. */
export function* parentsOf(key: string): Generator<string> {
  for (let parent = toParent(key); parent !== ''; parent = toParent(parent)) yield parent;
}

/** How many folders are above a key. */
export function depthOf(key: string): number {
  return key.split('/').length;
}

function escapeText(text: string): string {
  return text.includes('\\') ? text.replace(AMBIGUOUS, '\\x5c') : text;
}

/** The length of the UTF-8 character at a position, or 0 if there is none. */
function lengthOfCharacter(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1)
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  return 0;
}
