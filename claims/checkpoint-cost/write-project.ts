import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDice } from '../shared/dice.ts';

/** How many files to write, and how large they are. */
export interface ProjectSize {
  readonly files: number;
  readonly bytes: number;
  /** The share of them in `node_modules`. */
  readonly dependencies: number;
}

const PER_FOLDER = 25;

/** Writes a project of different texts, with a folder for every 25 files. Returns the paths of its own files. */
export function writeProject(root: string, { files, bytes, dependencies }: ProjectSize): readonly string[] {
  const dice = createDice(1);
  const pool = dice.paragraph(20_000);
  const size = Math.floor(bytes / files);
  const own: string[] = [];
  for (let n = 0; n < files; n += 1) {
    const isOwn = n >= files * dependencies;
    const folder = join(isOwn ? 'src' : 'node_modules', `part-${Math.floor(n / PER_FOLDER)}`);
    if (n % PER_FOLDER === 0 || own.length === 0) mkdirSync(join(root, folder), { recursive: true });
    const path = join(folder, `${n}.ts`);
    const from = dice.roll(0, pool.length - 1);
    writeFileSync(join(root, path), `// ${dice.hex(32)}\n${(pool.slice(from) + pool).slice(0, size)}`);
    if (isOwn) own.push(path);
  }
  return own;
}
