// Fails if a document does not match the code: folder maps, links, claims, settings, dependencies, error codes, SDK
// exports.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentErrorCodeSchema } from '@bowline/protocol';
import { listClaims, readClaims, toClaimsPage } from './claims-page.ts';
import { listSdkExports } from './list-sdk-exports.ts';
import { toSettingsDocuments } from './settings-documents.ts';

const problems: string[] = [];
const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

function checkFolders(name: string): void {
  const readme = read(join('packages', name, 'README.md'));
  if (readme === '') problems.push(`packages/${name}: no README.md`);
  const src = join('packages', name, 'src');
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(entry.parentPath, entry.name).slice(src.length + 1);
    if (!readme.includes(`\`${folder}/\``))
      problems.push(`packages/${name}: src/${folder}/ is not in the README's table of folders`);
  }
}

function checkLinks(document: string): void {
  for (const [, target] of read(document).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
    if (target !== undefined && !existsSync(join(document, '..', target)))
      problems.push(`${document}: ${target} does not exist`);
  }
}

function checkDependencies(name: string): void {
  const manifest = JSON.parse(read(join('packages', name, 'package.json'))) as {
    dependencies?: Record<string, string>;
  };
  const decisions = read('docs/decisions/dependencies.md');
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    if (dependency.startsWith('@bowline/')) continue;
    if (!decisions.includes(`\`${dependency}\``))
      problems.push(`docs/decisions/dependencies.md does not list ${dependency}`);
  }
}

for (const name of readdirSync('packages')) {
  checkFolders(name);
  checkDependencies(name);
}
const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
/** Every claim that a document cites must exist: `npm run claim -- ID`, or claim `ID`. */
function checkClaims(document: string, ids: ReadonlySet<string>): void {
  for (const [, id = ''] of read(document).matchAll(/(?:npm run claim -- |\bclaims? `)([A-Za-z][\w-]*)/g))
    if (id !== 'ID' && !ids.has(id)) problems.push(`${document}: claim ${id} does not exist`);
}

/** In a document of measurements, each table follows the command that measures it. */
function checkMeasurements(document: string): void {
  const [, measured = ''] = /^## Measured$(.*?)^## /ms.exec(read(document)) ?? [];
  if (measured === '') problems.push(`${document}: no section "Measured"`);
  const blocks = measured.split(/\n{2,}/);
  for (const [at, block] of blocks.entries())
    if (block.startsWith('|') && !blocks[at - 1]?.includes('`npm run claim -- '))
      problems.push(`${document}: a table does not follow its command: ${block.split('\n')[0] ?? ''}`);
}

/** A reference page must list every name, as code. */
function checkReference(document: string, names: readonly string[]): void {
  const text = read(document);
  for (const name of names)
    if (!text.includes(`\`${name}\``) && !text.includes(`\`${name}(`)) problems.push(`${document}: ${name} is missing`);
}

/** Every page for users and contributors must be reachable from the index. */
function checkIndex(pages: readonly string[]): void {
  const index = read('docs/README.md');
  for (const page of pages)
    if (
      page !== 'docs/README.md' &&
      !page.startsWith('docs/decisions/') &&
      !index.includes(`](${page.slice('docs/'.length)})`)
    )
      problems.push(`docs/README.md does not link to ${page}`);
}

const [listed, results] = [await listClaims(), readClaims()];
const ids = new Set(listed.map(({ id }) => id));
for (const document of documents) checkLinks(document);
for (const document of [...documents, ...readdirSync('packages').map((name) => join('packages', name, 'README.md'))])
  checkClaims(document, ids);
checkMeasurements('docs/scale.md');
checkIndex(documents.filter((document) => document.startsWith('docs/')));
checkReference('docs/troubleshooting.md', agentErrorCodeSchema.options);
checkReference('docs/sdk-reference.md', listSdkExports());
if (read('docs/claims.md') !== toClaimsPage(listed, results))
  problems.push('docs/claims.md does not match the results: npm run claim -- --page');
for (const { id } of results)
  if (!listed.some((claim) => claim.id === id))
    problems.push(`docs/claims/${id}.json belongs to no claim in claims/claims.ts`);
for (const [path, text] of Object.entries(await toSettingsDocuments()))
  if (read(path) !== text) problems.push(`${path} does not match the settings: npm run settings-documents`);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
