import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELP } from '../../packages/cli/src/help.ts';
import { openBench, type Bench } from './run-bowline.ts';

const repo = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(repo, path), 'utf8');
const isPage = (name: string): boolean => name.endsWith('.md');

const documents = [
  ...readdirSync(repo).filter(isPage),
  ...readdirSync(join(repo, 'docs'))
    .filter(isPage)
    .map((name) => join('docs', name)),
  ...readdirSync(join(repo, 'packages')).map((name) => join('packages', name, 'README.md')),
];

/** The `bowline` command lines in code spans and blocks, without trailing comments. */
function commandLines(document: string): readonly string[] {
  const text = read(document);
  const blocks = [...text.matchAll(/^ *```\w*\n(.*?)^ *```$/gms)].flatMap(([, block = '']) => block.split('\n'));
  const spans = [...text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  return [...blocks, ...spans]
    .map((line) => line.replace(/\s#.*$/, ''))
    .flatMap((line) => /(?:^\s*|[|&;] |\w=\S* |-- )(bowline(?: .*)?)$/.exec(line)?.[1] ?? []);
}

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
});

const helpOf = async (name: string): Promise<string> => (await bench.run([name, '--help'])).stdout;

const commandsOf = (help: string): ReadonlySet<string> =>
  new Set([...help.matchAll(/^ +bowline ([a-z]+)/gm)].map(([, name = '']) => name));

const optionsOf = (line: string): readonly string[] =>
  [...line.replaceAll(/'[^']*'/g, '').matchAll(/(?<=\s)--[a-z][\w-]*/g)].map(([option]) => option);

describe('Commands in the documents', () => {
  it('The README of the CLI names every command in the help', () => {
    const commands = commandsOf(HELP);
    expect(commands.size).toBeGreaterThan(10);
    const readme = read('packages/cli/README.md');
    expect([...commands].filter((name) => !readme.includes(`bowline ${name}`))).toEqual([]);
  });

  it('every command and option in a document exists', async () => {
    const commands = commandsOf(HELP);
    const own = new Map<string, string>();
    for (const name of commands) own.set(name, await helpOf(name));
    const lines = documents.flatMap((document) => commandLines(document).map((line) => ({ document, line })));
    expect(lines.length).toBeGreaterThan(30);
    const wrong = lines.filter(({ line }) => {
      const [, first = ''] = line.split(/\s+/);
      if (/^[a-z]+$/.test(first) && !commands.has(first)) return true;
      const known = `${HELP}\n${own.get(first) ?? ''}`;
      return optionsOf(line).some((option) => !known.includes(option));
    });
    expect(wrong).toEqual([]);
  });
});
