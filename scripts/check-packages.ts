// Fails if a package would not install or resolve as published, or has no license or README.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

let failed = false;
for (const name of readdirSync('packages')) {
  const { messages, pkg } = await publint({
    pkgDir: join('packages', name),
    level: 'warning',
    strict: true,
    pack: 'npm',
  });
  for (const message of messages) {
    failed = true;
    console.error(`${name}: ${formatMessage(message, pkg as Record<string, unknown>) ?? message.code}`);
  }
}

interface Tarball {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

/** What `npm publish` would upload, for every package. */
function listTarballs(): readonly Tarball[] {
  const args = ['pack', '--dry-run', '--json', '--workspaces', '--ignore-scripts'];
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8' });
  const parsed = JSON.parse(stdout) as readonly Tarball[] | Readonly<Record<string, Tarball>>;
  return Object.values(parsed);
}

const license = readFileSync('LICENSE', 'utf8');
const packages = readdirSync('packages');
const tarballs = listTarballs();
if (tarballs.length !== packages.length) {
  failed = true;
  console.error(`npm pack lists ${tarballs.length} packages, and there are ${packages.length}`);
}
for (const { name, files } of tarballs) {
  for (const needed of ['LICENSE', 'README.md']) {
    if (files.some(({ path }) => path === needed)) continue;
    failed = true;
    console.error(`${name}: the tarball has no ${needed}`);
  }
}
for (const name of packages) {
  if (readFileSync(join('packages', name, 'LICENSE'), 'utf8') === license) continue;
  failed = true;
  console.error(`packages/${name}/LICENSE is not the LICENSE of the repository`);
}
process.exitCode = failed ? 1 : 0;
