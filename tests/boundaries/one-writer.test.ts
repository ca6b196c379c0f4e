import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const packages = join(import.meta.dirname, '../../packages');
const WRITER = 'cli/src/terminal/main.ts';
/** The testkit is not part of the CLI. */
const OTHERS = /^testkit\//;

const WAYS = [
  /\bprocess\s*(?:\?\.|\.)\s*(?:stdout|stderr)\b/,
  /\bprocess\[/,
  /\b(?:stdout|stderr)\b[^;]*\}\s*=\s*process\b/,
  /(?<![\w'"`/.])console(?!\.anthropic\.com)\s*[.[]/,
  /\b_rawDebug\b/,
  /['"`]\/dev\/(?:tty|stdout|stderr|fd)/,
  /\b(?:writeSync|writeFileSync|appendFileSync|createWriteStream|write)\(\s*[12]\s*,/,
  /\bfd:\s*[12]\b/,
  /\bnew (?:tty\.)?WriteStream\(/,
];

const sources = readdirSync(packages, { recursive: true, encoding: 'utf8' }).filter(
  (path) =>
    /^[^/]+\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/examples\/|node_modules/.test(path) && !OTHERS.test(path),
);

/** The code without comments. */
const codeOf = (path: string): string =>
  readFileSync(join(packages, path), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

test('only one file touches stdout and stderr', () => {
  const found = sources.filter((path) => WAYS.some((way) => way.test(codeOf(path))));
  expect(found).toEqual([WRITER]);
});

test.each([
  'process.stdout.write(x)',
  'const { stdin, stdout } = process;',
  'console.log(x)',
  "writeFileSync('/dev/tty', x)",
  'writeSync(2, x)',
])('%s is detected', (line) => {
  expect(WAYS.some((way) => way.test(line))).toBe(true);
});
