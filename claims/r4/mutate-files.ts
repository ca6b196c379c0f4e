import type { SeededRandom } from '../../tests/kit/seeded-random.ts';

const PAGE = 4096;
const WAL_HEADER = 32;
const FRAME = 24 + PAGE;

/** The contents of a session's files, by name. */
export type Files = ReadonlyMap<string, Buffer>;

/** A range of bytes in a file; `to` is exclusive. */
export type ByteRange = readonly [from: number, to: number];

/** One change to one file. */
export interface Mutation {
  readonly file: string;
  readonly kind: string;
  /** The original bytes that were changed or moved. */
  readonly touched: readonly ByteRange[];
  /** The new content of the file; undefined if it was deleted. */
  readonly content: Buffer | undefined;
}

type Kind = (random: SeededRandom, content: Buffer, file: string) => Omit<Mutation, 'file' | 'kind'>;

const kinds: Readonly<Record<string, Kind>> = {
  'flip a bit': (random, content, file) => {
    const at = randomPlace(random, content, file);
    return overwrite(content, at, Buffer.of((content[at] ?? 0) ^ (1 << random.int(0, 7))));
  },
  'set a byte': (random, content, file) =>
    overwrite(content, randomPlace(random, content, file), Buffer.of(random.int(0, 255))),
  'zero a run': (random, content, file) => {
    const at = randomPlace(random, content, file);
    return overwrite(content, at, Buffer.alloc(Math.min(random.int(16, 512), content.length - at)));
  },
  truncate: (random, content) => {
    const at = random.int(0, content.length - 1);
    return { touched: [[at, content.length]], content: content.subarray(0, at) };
  },
  'swap two pages': (random, content, file) => {
    const [a, b] = twoPages(random, content, file);
    const swapped = Buffer.from(content);
    content.copy(swapped, a[0], b[0], b[1]);
    content.copy(swapped, b[0], a[0], a[1]);
    return { touched: [a, b], content: swapped };
  },
  'copy a page over another': (random, content, file) => {
    const [a, b] = twoPages(random, content, file);
    return overwrite(content, b[0], content.subarray(...a));
  },
  delete: (_random, content) => ({ touched: [[0, content.length]], content: undefined }),
  'append garbage': (random, content) => {
    const garbage = Buffer.from(Array.from({ length: random.int(1, 2 * PAGE) }, () => random.int(0, 255)));
    return { touched: [], content: Buffer.concat([content, garbage]) };
  },
};

/**
 * Fields that determine how all other bytes are read, set to plausible values: the page size and two format versions.
 */
const traps: readonly (readonly [at: number, value: number])[] = [
  [16, 0x02],
  [16, 0x08],
  [16, 0x20],
  [16, 0x80],
  [18, 0x01],
  [47, 0x01],
];

/** Mutations that are always worth a try, in addition to the random ones. */
export function createTraps(files: Files): Mutation[] {
  const file = 'events.db';
  const content = files.get(file) ?? Buffer.alloc(0);
  return traps.map(([at, value]) => ({ file, kind: 'set a trap', ...overwrite(content, at, Buffer.of(value)) }));
}

/** How often each kind is chosen: mostly small damage, because it is the hardest to detect. */
const weights: Readonly<Record<string, number>> = {
  'flip a bit': 12,
  'set a byte': 8,
  'zero a run': 8,
  truncate: 2,
  'swap two pages': 2,
  'copy a page over another': 2,
  'append garbage': 2,
  delete: 1,
};
const names = Object.entries(weights).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));

/** Damages one file in a random way that changes its content. */
export function mutateFiles(random: SeededRandom, files: Files, file: string): Mutation {
  const content = files.get(file) ?? Buffer.alloc(0);
  for (;;) {
    const kind = random.pick(names);
    const needsPages = kind === 'swap two pages' || kind === 'copy a page over another';
    if (needsPages && content.length < 2 * FRAME + WAL_HEADER) continue;
    const mutation = kinds[kind]?.(random, content, file);
    if (mutation !== undefined && mutation.content?.equals(content) !== true) return { file, kind, ...mutation };
  }
}

function overwrite(content: Buffer, at: number, bytes: Buffer): Omit<Mutation, 'file' | 'kind'> {
  const changed = Buffer.from(content);
  bytes.copy(changed, at);
  return { touched: [[at, at + bytes.length]], content: changed };
}

/** A random byte; one in four is in a header, which determines how others are read: of the file, a page or a frame. */
function randomPlace(random: SeededRandom, content: Buffer, file: string): number {
  if (random.int(1, 4) > 1) return random.int(0, content.length - 1);
  const start = random.int(1, 3) === 1 ? 0 : pageStart(file, random.int(0, pageCount(file, content) - 1));
  return Math.min(start + random.int(0, 99), content.length - 1);
}

function twoPages(random: SeededRandom, content: Buffer, file: string): [ByteRange, ByteRange] {
  const count = pageCount(file, content);
  const first = random.int(0, count - 1);
  const second = (first + random.int(1, count - 1)) % count;
  return [pageRange(file, first), pageRange(file, second)];
}

function pageCount(file: string, content: Buffer): number {
  return Math.max(1, Math.floor(isWal(file) ? (content.length - WAL_HEADER) / FRAME : content.length / PAGE));
}

function pageStart(file: string, n: number): number {
  return isWal(file) ? WAL_HEADER + n * FRAME : n * PAGE;
}

/** A page of the database, or a frame of the write-ahead log including its header. */
function pageRange(file: string, n: number): ByteRange {
  const start = pageStart(file, n);
  return [start, start + (isWal(file) ? FRAME : PAGE)];
}

function isWal(file: string): boolean {
  return file.endsWith('-wal');
}
