import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A block of shell commands in a document. */
export interface CommandBlock {
  readonly document: string;
  readonly line: number;
  readonly commands: string;
  /** What it needs that a test does not have, from the comment above it. */
  readonly notRun?: string;
}

/** All documents, in reading order: the README has the installation. */
function documentsOf(repo: string): readonly string[] {
  const inFolder = (folder: string): readonly string[] =>
    readdirSync(join(repo, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name));
  const packages = readdirSync(join(repo, 'packages')).map((name) => join('packages', name, 'README.md'));
  const own = inFolder('.').filter((name) => name !== 'README.md');
  return ['README.md', ...inFolder('docs'), ...packages, ...own];
}

/** Every `sh` block in the documents of a repository. */
export function readCommandBlocks(repo: string): readonly CommandBlock[] {
  return documentsOf(repo).flatMap((document) => {
    const text = readFileSync(join(repo, document), 'utf8');
    const blocks = text.matchAll(
      /(?:<!-- not run: ([^\n]*?) -->\n+)?^( *)```(?:sh|bash|shell|console)\n(.*?)^ *```$/gms,
    );
    return [...blocks].map(({ 1: notRun, 2: indent = '', 3: commands = '', index }) => ({
      document,
      line: text.slice(0, index).split('\n').length,
      commands: commands.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      ...(notRun === undefined ? {} : { notRun }),
    }));
  });
}
