import { build, type Plugin } from 'esbuild';
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Omits unused parts of ADK, as in the shipped CLI: its entry loads all 2,600 modules, which takes a second. */
const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  setup(bundle) {
    bundle.onResolve({ filter: /.*/ }, async ({ path, pluginData, ...args }) => {
      const isOfAdk = /[\\/]adk\b/.test(path) || /[\\/]@google[\\/]adk[\\/]/.test(args.importer);
      if (!isOfAdk || pluginData === 'seen') return undefined;
      const found = await bundle.resolve(path, { ...args, pluginData: 'seen' });
      // A module that is not installed is optional.
      if (found.errors.length > 0) return { path, external: true, sideEffects: false };
      return { path: found.path, external: found.external, sideEffects: false };
    });
  },
};

/** Bundles scripts and the supervisor, so that hundreds of them start quickly. */
export async function bundleChildren(
  files: readonly string[],
  folder: string,
  plugins: readonly Plugin[] = [],
): Promise<(name: string) => string> {
  const entries = files.map((file): [string, string] => [basename(file, '.ts'), file]);
  const supervisor = fileURLToPath(import.meta.resolve('@bowline/workspace/supervisor'));
  const thread = fileURLToPath(new URL('../../packages/workspace/src/snapshots/snapshot-thread.ts', import.meta.url));
  await build({
    entryPoints: Object.fromEntries([...entries, ['supervisor', supervisor], ['snapshot-thread', thread]]),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    conditions: ['@bowline/source'],
    plugins: [...plugins, leaveOutUnused],
    // Bundlers cannot analyze the module format of its main file.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    // Some bundled modules are CommonJS and require Node's built-in modules.
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  // The shell grammar lies next to the bundles, as in the shipped CLI.
  const { resolve } = createRequire(import.meta.url);
  for (const file of ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-bash/tree-sitter-bash.wasm'])
    copyFileSync(resolve(file), join(folder, basename(file)));
  return (name) => join(folder, `${name}.mjs`);
}
