import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { plainBundle, prunedBundle } from '../../scripts/bundle-options.ts';

/** The bare ADK script as files that need no node_modules, each with a compile cache like the CLI's. */
export interface BundledScripts {
  /** With everything that ADK's entry loads. */
  readonly plain: string;
  /** Without what the script never uses, pruned like the CLI. */
  readonly pruned: string;
}

/** What the script imports from ADK in addition to the CLI's imports. */
const moreOfAdk = {
  FunctionTool: 'tools/function_tool.js',
  InMemorySessionService: 'sessions/in_memory_session_service.js',
  LogLevel: 'utils/logger.js',
  setLogLevel: 'utils/logger.js',
};

/** Bundles a script on ADK twice, so that a ratio to it does not depend on bundling or caching. */
export async function bundleBareAdk(
  folder: string,
  name: 'bare-adk' | 'import-adk' = 'bare-adk',
): Promise<BundledScripts> {
  const script = join(import.meta.dirname, `children/${name}.ts`);
  const [plain, pruned] = [join(folder, 'adk-plain'), join(folder, 'adk-pruned')];
  await bundle(plainBundle, script, plain);
  await bundle(prunedBundle({ files: moreOfAdk, models: true }), script, pruned);
  return { plain: join(plain, 'main.mjs'), pruned: join(pruned, 'main.mjs') };
}

async function bundle(options: BuildOptions, script: string, outdir: string): Promise<void> {
  await build({
    ...options,
    // Like the CLI: the cache first, then everything else.
    stdin: {
      contents: `import { enableCompileCache } from 'node:module';\nenableCompileCache();\nawait import(${JSON.stringify(script)});`,
      resolveDir: import.meta.dirname,
      sourcefile: 'main.mjs',
    },
    entryNames: 'main',
    outExtension: { '.js': '.mjs' },
    outdir,
    logLevel: 'error',
  });
}
