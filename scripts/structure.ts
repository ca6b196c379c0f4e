// Prints figures about the structure of the sources in a folder, by default this one: node scripts/structure.ts [FOLDER]
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import * as ts from 'typescript';

const root = resolve(process.argv[2] ?? '.');
const paths = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.test\.tsx?$/.test(path));
const sources = paths.map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, file: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
});

const lines = sources.map(({ text }) => text.split('\n').length - 1).toSorted((a, b) => a - b);
const at = (share: number): number => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0;
console.log(`files ${lines.length}; lines: median ${at(0.5)}, p90 ${at(0.9)}, max ${at(1)}`);
console.log(`exports: ${sources.flatMap(countExports).join(', ')}`);
console.log(`classes by public members: ${top(sources.flatMap(({ file }) => classesOf(file)))}`);
console.log(`options objects by members: ${top(sources.flatMap(({ file }) => optionsOf(file)))}`);
console.log(`imports in a file: ${top(sources.map(({ path, file }) => [countImports(file), path]))}`);
const pairs = findPairs();
console.log(`folders that import each other: ${pairs.length} ${pairs.join(' ')}`.trimEnd());

type Ranked = readonly [number, string];

function top(ranked: readonly Ranked[]): string {
  const first = ranked.toSorted((a, b) => b[0] - a[0]).slice(0, 3);
  return first.map(([count, name]) => `${count} (${name})`).join(', ');
}

function countExports({ path, file }: (typeof sources)[number]): readonly string[] {
  const [, name] = /^packages\/([^/]+)\/src\/index\.ts$/.exec(path) ?? [];
  if (name === undefined) return [];
  const counts = file.statements.filter(ts.isExportDeclaration).map(({ exportClause }) => {
    return exportClause !== undefined && ts.isNamedExports(exportClause) ? exportClause.elements.length : 1;
  });
  return [`${name} ${counts.reduce((sum, count) => sum + count, 0)}`];
}

function nodesOf(node: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [node];
  ts.forEachChild(node, (child) => {
    found.push(...nodesOf(child));
  });
  return found;
}

function classesOf(file: ts.SourceFile): readonly Ranked[] {
  return nodesOf(file)
    .filter(ts.isClassDeclaration)
    .map(({ name, members }) => {
      const shown = members.filter((member) => member.name !== undefined && !ts.isPrivateIdentifier(member.name));
      return [shown.length, name?.text ?? 'no name'] as const;
    });
}

function optionsOf(file: ts.SourceFile): readonly Ranked[] {
  return nodesOf(file)
    .filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => /(?:Options|Wishes|Parts)$/.test(name.text))
    .map(({ name, members }) => [members.length, name.text] as const);
}

function countImports(file: ts.SourceFile): number {
  return file.statements.filter(ts.isImportDeclaration).length;
}

/** Pairs of folders of a package that import each other. */
function findPairs(): readonly string[] {
  const arrows = new Set(
    sources.flatMap(({ path, text }) =>
      [...text.matchAll(/from '(\.[^']+)'/g)].flatMap(([, to = '']) => {
        const [from, target] = [path, join(dirname(path), to)].map(folderOf);
        return from === undefined || target === undefined || from === target ? [] : [`${from} ${target}`];
      }),
    ),
  );
  return [...arrows].flatMap((arrow) => {
    const [from = '', to = ''] = arrow.split(' ');
    return from < to && arrows.has(`${to} ${from}`) ? [`${from}-${to}`] : [];
  });
}

/** The package and its folder that hold a file; undefined for files directly in `src`. */
function folderOf(path: string): string | undefined {
  const [, name = '', , folder, ...rest] = relative('.', path).split('/');
  return folder === undefined || rest.length === 0 ? undefined : `${name}/${folder}`;
}
