import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { expect, test } from 'vitest';

const packages = join(import.meta.dirname, '../../packages');
/** The testkit is for developers. Errors of a safety check become the end of a sentence: "... failed: it took ...". */
const OTHERS = /^(?:testkit|guard\/src\/safety)\//;

/** A capital letter, a digit or a quote, or a code token: a flag, a path, a variable, a setting or a name. */
const BEGINNING = /^(?:[A-Z0-9"'`[]|--?[a-z]|[$~/]|[a-z]+[A-Z._]\w)/;

const sources = readdirSync(packages, { recursive: true, encoding: 'utf8' }).filter(
  (path) =>
    /^[^/]+\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/examples\/|node_modules/.test(path) && !OTHERS.test(path),
);

/** An error text in a source file, as far as it is a literal. */
interface ErrorText {
  readonly line: number;
  readonly text: string;
}

/** The literal texts that a file passes to `AgentError` as a message, or names as a hint. */
function errorTexts(path: string, code: string): readonly ErrorText[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const found = new Map<string, ErrorText>();
  const nodes = descendantsOf(file);
  const add = (expression: ts.Expression | undefined, seen: ReadonlySet<ts.Node> = new Set()): void => {
    if (expression === undefined || seen.has(expression)) return;
    for (const source of sourcesOf(expression, nodes)) {
      if (source !== expression) add(source, new Set([...seen, expression]));
      else
        for (const text of beginningsOf(source))
          found.set(`${source.pos} ${text}`, { line: lineOf(file, source), text });
    }
  };
  for (const node of nodes) {
    if (ts.isNewExpression(node) && node.expression.getText() === 'AgentError') add(node.arguments?.[1]);
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'hint') add(node.initializer);
    if (ts.isShorthandPropertyAssignment(node) && node.name.text === 'hint') add(node.name);
  }
  return [...found.values()].filter(({ text }) => text !== '');
}

function descendantsOf(file: ts.SourceFile): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return nodes;
}

function lineOf(file: ts.SourceFile, node: ts.Node): number {
  return file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

/** Where a text comes from: the branches of a condition, a constant, or the arguments for a parameter, in this file. */
function sourcesOf(expression: ts.Expression, nodes: readonly ts.Node[]): readonly ts.Expression[] {
  if (ts.isParenthesizedExpression(expression)) return [expression.expression];
  if (ts.isConditionalExpression(expression)) return [expression.whenTrue, expression.whenFalse];
  if (ts.isBinaryExpression(expression) && expression.operatorToken.kind !== ts.SyntaxKind.PlusToken)
    return [expression.left, expression.right];
  return ts.isIdentifier(expression) ? valuesOf(expression, nodes) : [expression];
}

function valuesOf(name: ts.Identifier, nodes: readonly ts.Node[]): readonly ts.Expression[] {
  const scope = enclosing(name);
  const at = scope?.parameters.findIndex((each) => each.name.getText() === name.text) ?? -1;
  if (scope === undefined || at === -1)
    return nodes.flatMap((node) =>
      ts.isVariableDeclaration(node) && node.name.getText() === name.text ? (node.initializer ?? []) : [],
    );
  const passed = nodes.flatMap((node) =>
    ts.isCallExpression(node) && node.expression.getText() === scope.name?.getText() ? (node.arguments[at] ?? []) : [],
  );
  return [scope.parameters[at]?.initializer ?? [], passed].flat();
}

/** The innermost function around a node that declares parameters. */
function enclosing(node: ts.Node): ts.SignatureDeclaration | undefined {
  const around = ts.findAncestor(node, (each) => ts.isFunctionLike(each));
  return around !== undefined && ts.isFunctionLike(around) ? around : undefined;
}

/** The possible beginnings of a literal. Empty if it starts with a value, such as a path. */
function beginningsOf(expression: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (!ts.isTemplateExpression(expression)) return [];
  if (expression.head.text !== '') return [expression.head.text];
  const [first] = expression.templateSpans;
  if (first === undefined || !ts.isConditionalExpression(first.expression)) return [];
  const { whenTrue, whenFalse } = first.expression;
  return [whenTrue, whenFalse].flatMap(beginningsOf).map((text) => (text === '' ? first.literal.text : text));
}

test('error messages and hints start with a capital letter or a code token', () => {
  const texts = sources.flatMap((path) => {
    const code = readFileSync(join(packages, path), 'utf8');
    return /AgentError|hint/.test(code) ? errorTexts(path, code).map((text) => ({ path, ...text })) : [];
  });
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter(({ text }) => !BEGINNING.test(text))).toEqual([]);
});

test.each([
  ["new AgentError('X', 'no')", ['no']],
  ["new AgentError('X', `no ${x}`, { hint: ok ? 'go' : 'stop' })", ['no ', 'go', 'stop']],
  ["new AgentError('X', `${path} is wrong`)", []],
  ["new AgentError('X', `${near === '' ? '' : `meant ${near}? `}known`)", ['known', 'meant ']],
  ["const hint = 'go'; new AgentError('X', problem ?? 'no', { hint })", ['no', 'go']],
  ["function wrong(what: string) { return new AgentError('X', what); } wrong('no');", ['no']],
  ["function wrong(what = 'no') { return new AgentError('X', what); }", ['no']],
])('%s has the texts %j', (code, expected) => {
  const texts = errorTexts('a.ts', code).map(({ text }) => text);
  expect(texts).toHaveLength(expected.length);
  expect(new Set(texts)).toEqual(new Set(expected));
});
