// Packs the CLI of a commit: node claims/upgrade/pack-commit.ts COMMIT. Prints the path of the tarball.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const repo = join(import.meta.dirname, '../..');

/**
 * Returns the packed CLI of a commit, as a tarball that is created once and cached in `.cache/packed`. The commit is
 * bundled with the libraries installed here; its own packages come from the commit.
 */
export function packCommit(commit: string): string {
  const packed = join(repo, '.cache/packed');
  const tarball = join(packed, `bowline-${commit}.tgz`);
  if (existsSync(tarball)) return tarball;
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: repo }).status !== 0)
    throw new Error(`commit ${commit} is not in this clone; run: git fetch --unshallow`);
  const folder = mkdtempSync(join(tmpdir(), 'bowline-pack-'));
  try {
    const archive = join(folder, 'commit.tar');
    run('git', ['archive', '--output', archive, commit], repo);
    const tree = join(folder, 'tree');
    mkdirSync(tree);
    run('tar', ['-xf', archive, '-C', tree], folder);
    linkLibraries(tree);
    run(process.execPath, ['scripts/bundle-cli.ts'], tree);
    run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], join(tree, 'packages/cli'));
    const made = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    if (made === undefined) throw new Error(`npm pack made nothing of commit ${commit}`);
    mkdirSync(packed, { recursive: true });
    run('cp', [join(folder, made), `${tarball}.new`], folder);
    renameSync(`${tarball}.new`, tarball);
    return tarball;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Unpacks a tarball into a folder outside of any node_modules, and returns its main file. */
export function unpackCli(tarball: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  run('tar', ['-xzf', tarball, '-C', folder], folder);
  writeFileSync(join(folder, 'package/package.json'), '{ "type": "module" }');
  return join(folder, 'package/dist/main.js');
}

/** Links the libraries of this clone and the packages of that tree. */
function linkLibraries(tree: string): void {
  const to = join(tree, 'node_modules');
  mkdirSync(join(to, '@bowline'), { recursive: true });
  for (const name of readdirSync(join(repo, 'node_modules')))
    if (name !== '@bowline' && name !== 'bowline') symlinkSync(join(repo, 'node_modules', name), join(to, name));
  for (const name of readdirSync(join(tree, 'packages')))
    symlinkSync(join(tree, 'packages', name), join(to, '@bowline', name));
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
}

if (import.meta.main) console.log(packCommit(process.argv[2] ?? ''));
