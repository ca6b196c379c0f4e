import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from './plan-round.ts';

/** Every entry of a folder with its kind, mode and content. Shares no code with the history. */
export type Tree = ReadonlyMap<string, string>;

/** Reads a whole folder, or what is below some of its entries. */
export function readTree(root: string, isWanted: (name: string) => boolean = () => true): Tree {
  const found = new Map<string, string>();
  const walk = (folder: string, prefix: string): void => {
    for (const name of readdirSync(folder)) {
      if (prefix === '' && !isWanted(name)) continue;
      const [path, key] = [join(folder, name), prefix + name];
      const stats = lstatSync(path);
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isDirectory()) {
        found.set(key, `folder ${mode}`);
        walk(path, `${key}/`);
      } else if (stats.isSymbolicLink()) found.set(key, `link ${readlinkSync(path)}`);
      else found.set(key, `file ${mode} ${readFileSync(path).toString('latin1')}`);
    }
  };
  walk(root, '');
  return found;
}

const MINE = 'mine';
const GIT = '.git';

/** What is wrong with the copies that were made after each operation. */
export function checkRound(operations: readonly Operation[], copyOf: (n: number) => string, start: string): string[] {
  const problems: string[] = [];
  const read = (folder: string) => ({
    agent: readTree(folder, (name) => name !== MINE && name !== GIT),
    mine: readTree(folder, (name) => name === MINE),
    git: readTree(folder, (name) => name === GIT),
  });
  let last = read(start);
  let messages: Tree[] = [];
  let undone: { readonly messages: Tree[]; readonly agent: Tree } | undefined;
  for (const [n, operation] of operations.entries()) {
    const now = read(copyOf(n));
    const expect = (what: string, found: Tree, wanted: Tree): void => {
      const wrong = differences(found, wanted);
      if (wrong.length > 0)
        problems.push(`operation ${n} (${operation.kind}): ${what}: ${wrong.slice(0, 5).join('; ')}`);
    };
    expect("Git's folder", now.git, last.git);
    if (operation.kind !== 'edit') expect("the user's files", now.mine, last.mine);
    if (operation.kind === 'edit') expect("the agent's files", now.agent, last.agent);
    else if (operation.kind === 'message') messages = [...messages, last.agent];
    else if (operation.kind === 'rewind') {
      expect('not as they were then', now.agent, messages[operation.to] ?? new Map());
      undone = { messages, agent: last.agent };
      messages = messages.slice(0, operation.to);
    } else if (undone !== undefined) {
      expect('not as they were before the rewind', now.agent, undone.agent);
      ({ messages } = undone);
    }
    last = now;
  }
  return problems;
}

function differences(found: Tree, wanted: Tree): string[] {
  return [...new Set([...found.keys(), ...wanted.keys()])]
    .filter((key) => found.get(key) !== wanted.get(key))
    .map((key) => `${key}: ${brief(found.get(key))}, expected ${brief(wanted.get(key))}`);
}

function brief(entry: string | undefined): string {
  return entry === undefined ? 'nothing' : JSON.stringify(entry.slice(0, 60));
}
