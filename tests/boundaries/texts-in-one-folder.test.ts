import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../packages/cli/src');

/** Files with sentences that the user does not read. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'interactive/abilities/notify.ts': 'a line of AppleScript',
  'interactive/abilities/shell-notes.ts': 'sent to the model',
  'interactive/init-prompt.ts': 'sent to the model',
  'usage/to-completion.ts': 'shell scripts',
};

/** Stands for a value inside a template. */
const VALUE = '\uFFFC';
const START = new RegExp(String.raw`^[("'\s]*[a-z${VALUE}]`, 'i');
const WORD = /^[("'`]*[a-z]+(?:['-][a-z]+)*[)"'`.,:;?!…]*$/i;

/** Three words or values, of which two are plain words. */
function isSentence(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return START.test(text) && words.length >= 3 && words.filter((word) => WORD.test(word)).length >= 2;
}

/** The sentences in the strings and templates of a file, each with its line. */
function findSentences(code: string): readonly string[] {
  const file = ts.createSourceFile('file.ts', code, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && isSentence(text))
      found.push(`${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}: ${text}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join(VALUE);
}

const files = globSync('**/*.ts', { cwd: root }).filter((path) => !/^texts\/|\.test\.ts$/.test(path));
const sentences = new Map(files.map((path) => [path, findSentences(readFileSync(join(root, path), 'utf8'))]));

test('what the CLI says is in its texts folder', () => {
  const found = [...sentences].filter(([path]) => !Object.hasOwn(EXCEPTIONS, path));
  expect(found.flatMap(([path, lines]) => lines.map((line) => `${path}:${line}`))).toEqual([]);
});

test('every exception is needed', () => {
  expect(Object.keys(EXCEPTIONS).filter((path) => (sentences.get(path) ?? []).length === 0)).toEqual([]);
});

test.each([
  ["env.stderr('No API key');", ['1: No API key']],
  ['const text = `${version} is too old`;', [`1: ${VALUE} is too old`]],
  ["const hint = isNew ? 'Start it and try again' : `Wait, or raise ${limit}`;", 2],
  ['const fix = `Run brew install ${name}`;', 1],
  ["const text = 'limits for sandboxed commands: ' + list;", 1],
  ["import { a } from './a-b.ts'; // not a sentence of the user", []],
  ['const model = /another model|name of the model/;', []],
  ["const editor = 'code --wait';", []],
  ['const row = `${inputId}  ${title}  ${what}`;', []],
  ['env.stderr(`bowline: ${text}\\n  ${hint}\\n`);', []],
] as const)('%s', (code, expected) => {
  const found = findSentences(code);
  expect(typeof expected === 'number' ? found.length : found).toEqual(expected);
});
