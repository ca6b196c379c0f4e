import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Claim } from '../claim.ts';
import { openWorkbench } from '../workbench/open-workbench.ts';
import { round } from '../shared/round.ts';

const LIMIT = 60;
const repo = join(import.meta.dirname, '../..');

/** Checks what a user gets who installs the CLI, and whether it works there. */
export const pack: Claim = {
  id: 'pack',
  sentence: `The packed CLI installs into an empty folder without install scripts, as at most ${LIMIT} packages, and answers a prompt there.`,
  async run({ say }) {
    const bench = await openWorkbench(); // builds packages/cli/dist
    try {
      const folder = join(bench.folder, 'installed');
      mkdirSync(folder);
      writeFileSync(join(folder, 'package.json'), '{ "private": true }');
      const packed = npm(
        ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
        join(repo, 'packages/cli'),
      );
      const [tarball] = JSON.parse(packed) as { readonly filename: string; readonly size: number }[];
      if (tarball === undefined) throw new Error(`npm pack made nothing: ${packed}`);
      const start = performance.now();
      npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', `./${basename(tarball.filename)}`], folder);
      const installMs = performance.now() - start;
      const { bytes, packages } = measureFolder(join(folder, 'node_modules'));
      say(`${packages} packages, ${round(bytes / 1e6)} MB`);
      const { stdout } = await bench.run([join(folder, 'node_modules/bowline/dist/main.js'), '-p', 'hi']);
      const isAnswered = stdout.trim() === 'hello';
      return {
        holds: isAnswered && packages <= LIMIT,
        figures: {
          packages,
          installedMb: round(bytes / 1e6),
          tarballMb: round(tarball.size / 1e6),
          installMs: Math.round(installMs),
          isAnswered,
        },
        against: 'an empty folder: npm pack, npm install of the tarball, one prompt against the scripted server',
      };
    } finally {
      bench.close();
    }
  },
};

function npm(args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

function measureFolder(folder: string): { readonly bytes: number; readonly packages: number } {
  let [bytes, packages] = [0, 0];
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stat = lstatSync(join(folder, path));
    if (!stat.isFile()) continue;
    bytes += stat.size;
    if (basename(path) === 'package.json' && isPackageFolder(dirname(path))) packages += 1;
  }
  return { bytes, packages };
}

/** Matches `name` or `@scope/name`, at the top or below another package's node_modules. */
function isPackageFolder(path: string): boolean {
  return (
    /(^|\/node_modules\/)(@[^/]+\/)?[^@/][^/]*$/.test(path) && !/\/(?!node_modules\/)[^/]+\/node_modules$/.test(path)
  );
}
