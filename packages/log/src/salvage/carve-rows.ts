import { checksumRow } from '../records/chain.ts';
import type { RecordRow } from '../sqlite/record-table.ts';
import type { DatabasePages } from './database-pages.ts';

const LEAF = 0x0d;
const COLUMNS = 8;

/** Where to look for rows in a page: at the positions in its header, or at every byte. */
export type Thoroughness = 'pointers' | 'every byte';

/**
 * Finds possible rows in page images. Only a checksum or the chain proves them. Follows SQLite's file format, not its
 * b-tree.
 */
export function carveRows(pages: DatabasePages, thoroughness: Thoroughness): RecordRow[] {
  return pages.images.flatMap((image, n) => {
    const start = n === 0 ? 100 : 0; // page 1 begins with the file header
    const offsets =
      thoroughness === 'pointers' ? pointersOf(image, start) : Array.from({ length: image.length }, (_, at) => at);
    return offsets.flatMap((at) => readCell(pages, image, at) ?? []);
  });
}

function pointersOf(image: Buffer, start: number): number[] {
  if (image.length < start + 8 || image[start] !== LEAF) return [];
  const count = Math.min(image.readUInt16BE(start + 3), (image.length - start - 8) >> 1);
  return Array.from({ length: count }, (_, n) => image.readUInt16BE(start + 8 + 2 * n));
}

/** Reads a table leaf cell: payload length, row id, payload, and the page where the payload continues. */
function readCell(pages: DatabasePages, image: Buffer, at: number): RecordRow | undefined {
  const length = readVarint(image, at);
  const rowId = length && readVarint(image, length.end);
  // Our shortest payload is a header, a date and a hash. The shape is checked first because that is cheap.
  if (!length || !rowId || length.value < 100 || rowId.value < 1) return undefined;
  const local = localLength(length.value, pages.size);
  const end = rowId.end + local;
  if (end > image.length) return undefined;
  const head = image.subarray(rowId.end, end);
  if (!hasShape(head)) return undefined;
  if (local === length.value) return parseRow(head, rowId.value);
  return end + 4 > image.length
    ? undefined
    : readLongRow(pages, head, { seq: rowId.value, page: image.readUInt32BE(end), length: length.value - local });
}

/** Reads a row with overflow pages. Such a page is written once, so its newest image and its oldest should agree. */
function readLongRow(
  pages: DatabasePages,
  head: Buffer,
  rest: { readonly seq: number; readonly page: number; readonly length: number },
): RecordRow | undefined {
  for (const version of [0, -1]) {
    const parts = readOverflow(pages, { ...rest, version });
    const row = parts && parseRow(Buffer.concat([head, ...parts]), rest.seq);
    if (row) return row;
  }
  return undefined;
}

/** The length of the payload in the leaf itself, by SQLite's formula. */
function localLength(length: number, usable: number): number {
  const most = usable - 35;
  if (length <= most) return length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const wanted = least + ((length - least) % (usable - 4));
  return wanted <= most ? wanted : least;
}

function readOverflow(
  pages: DatabasePages,
  from: { readonly page: number; readonly length: number; readonly version: number },
): Buffer[] | undefined {
  const parts: Buffer[] = [];
  let { page, length } = from;
  while (length > 0) {
    const image = pages.versions(page).at(from.version);
    if (image === undefined || image.length < 5) return undefined;
    const part = image.subarray(4, 4 + Math.min(length, pages.size - 4));
    parts.push(part);
    length -= part.length;
    page = image.readUInt32BE(0);
    if (part.length === 0) return undefined;
  }
  return parts;
}

/** Types without a value: NULL, two reserved ones that SQLite reads like NULL, and an empty blob. */
const NOTHING: ReadonlySet<number> = new Set([0, 10, 11, 12]);
/** Types without bytes: if the row id column has one of these, SQLite uses the row's own id. */
const WITHOUT_BYTES: ReadonlySet<number> = new Set([...NOTHING, 8, 9, 13]);

/** Checks for eight columns, of which the first, the row id, takes no bytes. */
function hasShape(payload: Buffer): boolean {
  return (
    payload.length > COLUMNS &&
    (payload[0] ?? 0) > COLUMNS &&
    (payload[0] ?? 0) < 40 &&
    WITHOUT_BYTES.has(payload[1] ?? 1)
  );
}

function parseRow(payload: Buffer, seq: number): RecordRow | undefined {
  const values = parseColumns(payload);
  if (values === undefined) return undefined;
  const [, epoch, at, streamId, type, body, hash, crc] = values;
  const isText =
    typeof at === 'string' && typeof type === 'string' && typeof body === 'string' && typeof hash === 'string';
  if (!isText || typeof streamId === 'number') return undefined;
  // The chain covers neither of them, so a record is valid without them.
  const lost = { epoch: toNumber(epoch), crc: toNumber(crc) };
  return { seq, ...lost, at, streamId: streamId ?? null, type, body, hash };
}

const toNumber = (value: Column | undefined): number => (typeof value === 'number' ? value : 0);

/** Whether the checksum of a row is valid. */
export function isProven(row: RecordRow): boolean {
  return checksumRow(row) === row.crc;
}

type Column = string | number | null;

function parseColumns(payload: Buffer): Column[] | undefined {
  const header = readVarint(payload, 0);
  if (!header) return undefined;
  const values: Column[] = [];
  let at = header.end;
  let data = header.value;
  while (at < header.value) {
    const serial = readVarint(payload, at);
    const column = serial && readColumn(payload, data, serial.value);
    if (!serial || !column) return undefined;
    values.push(column.value);
    at = serial.end;
    data += column.size;
  }
  return values.length === COLUMNS && data === payload.length ? values : undefined;
}

const INTEGER_SIZES: readonly number[] = [0, 1, 2, 3, 4, 6];

/** Reads one column by its serial type: NULL, an integer of 0 to 6 bytes, or text. We write no other types. */
function readColumn(payload: Buffer, at: number, serial: number): { value: Column; size: number } | undefined {
  if (NOTHING.has(serial)) return { value: null, size: 0 };
  if (serial === 8 || serial === 9) return { value: serial - 8, size: 0 };
  const size = serial >= 13 && serial % 2 === 1 ? (serial - 13) / 2 : INTEGER_SIZES[serial];
  if (size === undefined || at + size > payload.length) return undefined;
  return { value: serial >= 13 ? payload.toString('utf8', at, at + size) : payload.readIntBE(at, size), size };
}

function readVarint(buffer: Buffer, at: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let n = 0; n < 8; n += 1) {
    const byte = buffer[at + n];
    if (byte === undefined) return undefined;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + n + 1 };
  }
  return undefined;
}
