import type { ByteRange, Files } from './mutate-files.ts';

const PAGE = 4096;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;
const LEAF = 0x0d;

/** The bytes of a file that are needed to read a record. */
interface Extent {
  readonly seq: number;
  readonly file: string;
  readonly range: ByteRange;
}

/** One image of one page, and its location. */
interface Image {
  readonly page: number;
  readonly file: string;
  /** The start of the image, including the frame header before it if there is one. */
  readonly from: number;
  readonly at: number;
  readonly bytes: Buffer;
}

/** The locations of the records of a sound session, each found by a text that only it contains. */
export class RecordMap {
  readonly #extents: readonly Extent[];

  constructor(files: Files, markers: ReadonlyMap<number, string>) {
    const images = imagesOf(files);
    this.#extents = images.flatMap((image) => leafExtents(image, images, markers));
    const found = new Set(this.#extents.map(({ seq }) => seq));
    const missing = [...markers.keys()].filter((seq) => !found.has(seq));
    if (missing.length > 0) throw new Error(`cannot find records ${missing.join(', ')} in the files of the session`);
  }

  /** The number of records from the first on that have no byte in the touched ranges. */
  untouched(file: string, touched: readonly ByteRange[], records: number): number {
    const seqs = this.#extents
      .filter((extent) => extent.file === file && touched.some((range) => overlaps(range, extent.range)))
      .map(({ seq }) => seq);
    return Math.min(records + 1, ...seqs) - 1;
  }
}

function overlaps(a: ByteRange, b: ByteRange): boolean {
  return a[0] < b[1] && b[0] < a[1];
}

function imagesOf(files: Files): Image[] {
  const images: Image[] = [];
  const main = files.get('events.db') ?? Buffer.alloc(0);
  for (let at = 0; at < main.length; at += PAGE) {
    images.push({ page: at / PAGE + 1, file: 'events.db', from: at, at, bytes: main.subarray(at, at + PAGE) });
  }
  const wal = files.get('events.db-wal') ?? Buffer.alloc(0);
  for (let from = WAL_HEADER; from + FRAME_HEADER + PAGE <= wal.length; from += FRAME_HEADER + PAGE) {
    const at = from + FRAME_HEADER;
    images.push({ page: wal.readUInt32BE(from), file: 'events.db-wal', from, at, bytes: wal.subarray(at, at + PAGE) });
  }
  return images;
}

/** The records of a leaf page: their cells, and every image of the overflow pages of a long record. */
function leafExtents(image: Image, images: readonly Image[], markers: ReadonlyMap<number, string>): Extent[] {
  const { bytes, file, at } = image;
  const header = image.page === 1 ? 100 : 0;
  if (bytes[header] !== LEAF) return [];
  const count = bytes.readUInt16BE(header + 3);
  return Array.from({ length: count }, (_, n) => bytes.readUInt16BE(header + 8 + 2 * n)).flatMap((cell) => {
    const length = readVarint(bytes, cell);
    const seq = readVarint(bytes, length.end);
    const local = localLength(length.value);
    const end = seq.end + local;
    const marker = markers.get(seq.value);
    if (marker === undefined || !bytes.subarray(seq.end, end).includes(marker)) return [];
    const isLong = local < length.value;
    const own: Extent = { seq: seq.value, file, range: [at + cell, at + end + (isLong ? 4 : 0)] };
    return isLong ? [own, ...overflowExtents(images, seq.value, bytes.readUInt32BE(end))] : [own];
  });
}

function overflowExtents(images: readonly Image[], seq: number, first: number): Extent[] {
  const extents: Extent[] = [];
  for (let page = first; page !== 0;) {
    const copies = images.filter((image) => image.page === page);
    // In the write-ahead log the frame header identifies the page.
    for (const { file, from, at } of copies) extents.push({ seq, file, range: [from, at + PAGE] });
    page = copies.at(-1)?.bytes.readUInt32BE(0) ?? 0;
  }
  return extents;
}

/** SQLite's rule for how much of a payload is stored in the leaf page itself. */
function localLength(length: number): number {
  const most = PAGE - 35;
  if (length <= most) return length;
  const least = Math.floor(((PAGE - 12) * 32) / 255) - 23;
  const wanted = least + ((length - least) % (PAGE - 4));
  return wanted <= most ? wanted : least;
}

function readVarint(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let n = at; ; n += 1) {
    const byte = bytes[n] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: n + 1 };
  }
}
