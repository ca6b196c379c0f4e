// Builds the published CLI: a few files that need no node_modules.
import { copyFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { prunedBundle, smallBundle } from './bundle-options.ts';

const OUT = 'packages/cli/dist';

rmSync(OUT, { recursive: true, force: true });
const { metafile } = await build({
  ...prunedBundle(),
  entryPoints: {
    main: 'packages/cli/src/main.ts',
    'log-thread': 'packages/log/src/thread/log-thread.ts',
    'page-thread': 'packages/workspace/src/web/page-thread.ts',
    'search-thread': 'packages/workspace/src/search/search-thread.ts',
  },
  outdir: OUT,
});
// The first command waits for them, so each is one file that shares nothing with the rest.
await build({
  ...smallBundle,
  entryPoints: {
    supervisor: 'packages/workspace/src/supervisor/main.ts',
    'snapshot-thread': 'packages/workspace/src/snapshots/snapshot-thread.ts',
  },
  outdir: OUT,
});
// The shell grammar is next to the code, and is loaded with the first command.
for (const file of ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-bash/tree-sitter-bash.wasm'])
  copyFileSync(createRequire(import.meta.url).resolve(file), join(OUT, basename(file)));
// The schema that editors use to check settings.
copyFileSync('docs/settings.schema.json', join(OUT, 'settings.schema.json'));
const inputs = Object.entries(metafile.outputs).map(([path, { bytes }]) => ({ path, bytes }));
for (const { path, bytes } of inputs.sort((a, b) => b.bytes - a.bytes).slice(0, 8))
  console.log(`${path} ${(bytes / 1024).toFixed(0)} KB`);
if (process.argv.includes('--by-package')) {
  const sizes = new Map<string, number>();
  for (const output of Object.values(metafile.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? input.split('/').slice(0, 2).join('/');
      sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
    }
  }
  for (const [name, bytes] of [...sizes].sort((a, b) => b[1] - a[1]).slice(0, 30))
    console.log(`${name} ${(bytes / 1024).toFixed(0)} KB`);
}
