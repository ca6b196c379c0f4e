import {
  appendFileSync,
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';

/** Names that are easily confused, and one that is not UTF-8. */
export const NAMES: readonly Buffer[] = [
  ...['a', 'b', 'd', 'e', '\u00f1', 'n\u0303', 'x y', 'new\nline', 'a\\xff'].map((name) => Buffer.from(name)),
  Buffer.from([0x66, 0xff, 0x67]),
];

/** One edit. Numbers choose among a few possibilities. */
export interface RandomEdit {
  readonly what: keyof typeof EDITS;
  readonly path: readonly number[];
  readonly other: readonly number[];
  readonly pick: number;
  readonly lines: readonly string[];
}

/** Enough lines for changes that do not meet. */
export const LONG_TEXT = Array.from({ length: 12 }, (_, at) => `${at}\n`).join('');
const TARGETS = ['a', 'd', 'e', 'd/e', '/nowhere', '../outside', '.', '../e'];

/** The path of some names below a root. */
export function toPath(root: string, names: readonly number[]): Buffer {
  const parts = names.flatMap((name) => [Buffer.from('/'), NAMES[name % NAMES.length] as Buffer]);
  return Buffer.concat([Buffer.from(root), ...parts]);
}

/** Does an edit. If the file system refuses it, nothing happens. */
export function applyEdit(root: string, edit: RandomEdit): void {
  const path = toPath(root, edit.path);
  try {
    EDITS[edit.what](path, edit, toPath(root, edit.other));
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown)) throw thrown;
  }
}

type Choice = Pick<RandomEdit, 'pick' | 'lines'>;

/** What a command or a person may do to a path. */
export const EDITS = {
  write: (path: Buffer, { pick, lines }: Choice): void => {
    mkdirSync(path.subarray(0, path.lastIndexOf('/')), { recursive: true });
    if (pick % 3 === 0) rmSync(path, { recursive: true, force: true });
    writeFileSync(path, pick % 5 === 0 ? Buffer.alloc(300, pick) : `${LONG_TEXT}${lines.join('\n')}`);
  },
  append: (path: Buffer, { lines }: Choice): void => {
    if (lstatSync(path).isFile()) appendFileSync(path, lines.join('\n'));
  },
  line: changeLine,
  rewrite,
  make: (path: Buffer): void => {
    mkdirSync(path, { recursive: true });
  },
  remove: (path: Buffer): void => {
    rmSync(path, { recursive: true, force: true });
  },
  rename: (path: Buffer, _: Choice, other: Buffer): void => {
    renameSync(path, other);
  },
  symlink: (path: Buffer, { pick }: Choice): void => {
    if (pick % 3 > 0) rmSync(path, { recursive: true, force: true });
    symlinkSync(TARGETS[pick % TARGETS.length] as string, path);
  },
  link: (path: Buffer, _: Choice, other: Buffer): void => {
    linkSync(path, other);
  },
  chmod: changeMode,
};

function changeLine(path: Buffer, { pick }: Choice): void {
  if (!lstatSync(path).isFile()) return;
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, lines.with(pick % lines.length, `line ${pick}`).join('\n'));
}

/** The same size, and sometimes the same modification time. */
function rewrite(path: Buffer, { pick }: Choice): void {
  const stats = lstatSync(path);
  if (!stats.isFile()) return;
  writeFileSync(path, Buffer.alloc(stats.size, 97 + (pick % 26)));
  if (pick % 2 === 0) utimesSync(path, 1e9, 1e9);
}

function changeMode(path: Buffer, { pick }: Choice): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  const modes = stats.isDirectory() ? [0o755, 0o555, 0o700, 0o555] : [0o644, 0o755, 0o600, 0o444];
  chmodSync(path, modes[pick % modes.length] as number);
}
