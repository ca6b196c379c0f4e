import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { plainBundle, prunedBundle } from '../../scripts/bundle-options.ts';

/** The bare ADK script as files that need nothing of node_modules, each with a compile cache as the CLI has it. */
export interface BundledScripts {
  /** All that ADK's entry brings. */
  readonly plain: string;
  /** Without what the script never uses, by the means that the CLI is bundled with. */
  readonly pruned: string;
}

/** What the script imports of ADK and the CLI does not. */
const moreOfAdk = {
  FunctionTool: 'tools/function_tool.js',
  InMemorySessionService: 'sessions/in_memory_session_service.js',
  LogLevel: 'utils/logger.js',
  setLogLevel: 'utils/logger.js',
};

/** Bundles a script on ADK twice, so that a ratio against it says nothing of bundling or caching. */
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
    // As the CLI begins: the cache first, then all the rest.
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
