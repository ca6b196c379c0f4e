const [HEADER, MODE, HASH, FLAGS, NAME, CHECKSUM] = [12, 24, 40, 60, 62, 20];
const EXTENDED = 0x4000;
const FOLDER = '.git';

/**
 * Whether two versions of Git's index say the same about every file. Git writes it again only because the times of
 * files have changed, also when it is asked for its status. False for other files, and for an index that it cannot read.
 */
export function isSameIndex(key: string, before: Uint8Array | undefined, after: Uint8Array | undefined): boolean {
  if (before === undefined || after === undefined || !key.endsWith('/index') || !key.split('/').includes(FOLDER))
    return false;
  const [was, is] = [readIndex(Buffer.from(before)), readIndex(Buffer.from(after))];
  return was !== undefined && was === is;
}

/** Mode, hash, flags and name of each file, as one text. Undefined if this is no plain index of version 2 or 3. */
function readIndex(bytes: Buffer): string | undefined {
  const isKnown = bytes.length >= HEADER + CHECKSUM && bytes.toString('latin1', 0, 4) === 'DIRC';
  if (!isKnown || ![2, 3].includes(bytes.readUInt32BE(4))) return undefined;
  const end = bytes.length - CHECKSUM;
  const entries: string[] = [];
  let at = HEADER;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    if (at + NAME > end) return undefined;
    const from = at + NAME + ((bytes.readUInt16BE(at + FLAGS) & EXTENDED) === 0 ? 0 : 2);
    const to = bytes.indexOf(0, from);
    if (to === -1 || to >= end) return undefined;
    entries.push(`${bytes.toString('hex', at + MODE, at + MODE + 4)} ${bytes.toString('latin1', at + HASH, to)}`);
    at += Math.ceil((to - at + 1) / 8) * 8;
  }
  return hasOnlyCaches(bytes, at, end) ? entries.join('\0') : undefined;
}

/** Whether the rest is extensions that Git can do without: their names begin with a capital letter. */
function hasOnlyCaches(bytes: Buffer, from: number, end: number): boolean {
  let at = from;
  while (at + 8 <= end) {
    if (!/^[A-Z]/.test(bytes.toString('latin1', at, at + 1))) return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === end;
}
