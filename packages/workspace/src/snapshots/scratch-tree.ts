import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary folder for tests, and a place for its store. */
export class ScratchTree {
  readonly base: string;
  readonly root: string;
  readonly folder: string;

  constructor() {
    this.base = mkdtempSync(join(tmpdir(), 'bowline-snapshots-'));
    this.root = join(this.base, 'root');
    this.folder = join(this.base, 'store');
    mkdirSync(this.root);
  }

  at(name: string): string {
    return join(this.root, name);
  }

  write(name: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), content);
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  remove(): void {
    makeWritable(Buffer.from(this.base));
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** Every entry of a folder with its kind, mode and content. Shares no code with the store. */
export function readTree(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const walk = (folder: Buffer, prefix: string): void => {
    for (const name of readdirSync(folder, { encoding: 'buffer' })) {
      const path = Buffer.concat([folder, Buffer.from('/'), name]);
      const key = prefix + name.toString('latin1');
      const stats = lstatSync(path);
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isDirectory()) {
        found.set(key, `folder ${mode}`);
        walk(path, `${key}/`);
      } else if (stats.isSymbolicLink()) found.set(key, `link ${readlinkSync(path, 'buffer').toString('latin1')}`);
      else if (stats.isFile()) found.set(key, `file ${mode} ${readFileSync(path).toString('latin1')}`);
      else found.set(key, 'special');
    }
  };
  walk(Buffer.from(root), '');
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function makeWritable(folder: Buffer): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }))
    if (entry.isDirectory()) makeWritable(Buffer.concat([folder, Buffer.from('/'), entry.name]));
}
