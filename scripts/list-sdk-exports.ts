import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as ts from 'typescript';

const SDK = 'packages/sdk/src/main.ts';
const PROTOCOL = 'packages/protocol/src/index.ts';

/** The name of every export of `@bowline/sdk`: its own, and the types and classes of the protocol that it passes on. */
export function listSdkExports(): readonly string[] {
  const own = exportsOf(SDK).map(({ name }) => name);
  const types = exportsOf(PROTOCOL).filter((one) => one.isType || isClass(one));
  return [...new Set([...own, ...types.map(({ name }) => name)])].sort((a, b) => a.localeCompare(b));
}

interface Export {
  readonly name: string;
  readonly isType: boolean;
  /** The file that declares it; undefined for one of another package. */
  readonly file: string | undefined;
}

function exportsOf(path: string): readonly Export[] {
  return parse(path).statements.flatMap((statement): readonly Export[] => {
    if (ts.isFunctionDeclaration(statement) && isExported(statement))
      return [{ name: statement.name?.text ?? '', isType: false, file: path }];
    if (!ts.isExportDeclaration(statement)) return [];
    const { exportClause, isTypeOnly, moduleSpecifier } = statement;
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) return [];
    const from = moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
    const file = from.startsWith('.') ? join(dirname(path), from) : undefined;
    return exportClause.elements.map((one) => ({ name: one.name.text, isType: isTypeOnly || one.isTypeOnly, file }));
  });
}

const isExported = (node: ts.FunctionDeclaration): boolean =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

function isClass({ name, file }: Export): boolean {
  if (file === undefined) return false;
  return parse(file).statements.some((statement) => ts.isClassDeclaration(statement) && statement.name?.text === name);
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
}
