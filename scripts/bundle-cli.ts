// Builds what is shipped: the CLI as a few files with nothing of node_modules beside them.
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const OUT = 'packages/cli/dist';
const adk = join(dirname(createRequire(import.meta.url).resolve('@google/adk')), '../esm');

/**
 * The names that the runtime imports of ADK, and the files they come from. ADK's entry loads all it has (a database
 * mapper, cloud exporters, 2,600 modules), and says nothing of side effects, so a bundler may not leave any of it out.
 * ADK's version is pinned, and a name that is missing here fails the build.
 */
const adkFiles: Readonly<Record<string, string>> = {
  BaseLlm: 'models/base_llm.js',
  BaseLlmRequestProcessor: 'agents/processors/base_llm_processor.js',
  BasePlugin: 'plugins/base_plugin.js',
  BaseSessionService: 'sessions/base_session_service.js',
  BaseTool: 'tools/base_tool.js',
  CONTENT_REQUEST_PROCESSOR: 'agents/processors/content_request_processor.js',
  Context: 'agents/context.js',
  InvocationContext: 'agents/invocation_context.js',
  LlmAgent: 'agents/llm_agent.js',
  Runner: 'runner/runner.js',
  StreamingMode: 'agents/run_config.js',
  createSession: 'sessions/session.js',
  setLogger: 'utils/logger.js',
};

const useAdkFiles: Plugin = {
  name: 'use-adk-files',
  setup(bundle) {
    bundle.onResolve({ filter: /^@google\/adk$/ }, () => ({ path: 'adk', namespace: 'adk' }));
    bundle.onLoad({ filter: /.*/, namespace: 'adk' }, () => ({
      contents: Object.entries(adkFiles)
        .map(([name, file]) => `export { ${name} } from ${JSON.stringify(join(adk, file))};`)
        .join('\n'),
      resolveDir: adk,
    }));
    // All that a key needs, without what only Vertex credentials do.
    bundle.onResolve({ filter: /^@google\/genai$/ }, ({ resolveDir }) => ({
      path: createRequire(join(resolveDir, 'index.js')).resolve('@google/genai/web'),
    }));
  },
};

/**
 * The layout of the screen is a WebAssembly module in the text of its own file. It would `fetch` that text, and with it all
 * of Node's HTTP client is loaded: half of the time to the first frame. Without `fetch` it decodes the text itself.
 */
const readYogaFromText: Plugin = {
  name: 'read-yoga-from-text',
  setup(bundle) {
    bundle.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text.replaceAll('typeof fetch', '"undefined"');
      return contents === text ? { errors: [{ text: 'yoga-layout no longer looks for fetch' }] } : { contents };
    });
  },
};

/**
 * An import of `node:http` makes Node look at all that it exports, and with that load a browser's WebSocket and fetch: 30 ms
 * of a start. Who requires it gets the module alone.
 */
const requireHttp: Plugin = {
  name: 'require-http',
  setup(bundle) {
    bundle.onResolve({ filter: /^(?:node:)?http$/ }, ({ namespace }) =>
      namespace === 'require-http'
        ? { path: 'node:http', external: true }
        : { path: 'http', namespace: 'require-http' },
    );
    bundle.onLoad({ filter: /.*/, namespace: 'require-http' }, () => ({
      contents: "module.exports = require('node:http');",
    }));
  },
};

rmSync(OUT, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: {
    main: 'packages/cli/src/main.ts',
    supervisor: 'packages/tools/src/shell/supervisor/main.ts',
    'log-thread': 'packages/log/src/thread/log-thread.ts',
    'page-thread': 'packages/tools/src/web/page-thread.ts',
    'search-thread': 'packages/tools/src/local-host/search-thread.ts',
  },
  outdir: OUT,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minify: true,
  metafile: true,
  conditions: ['@bowline/source'],
  plugins: [useAdkFiles, readYogaFromText, requireHttp],
  alias: {
    // Its main file is a kind of module that bundlers cannot follow.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // Its main file brings a second DOM to parse with; it is only ever given what was parsed.
    turndown: 'turndown/lib/turndown.browser.es.js',
  },
  // Of no use to a page's text, and for whoever works on Ink; neither is among the dependencies.
  external: ['canvas', 'react-devtools-core'],
  // The surface's libraries have a second body for development, which is slower and talks.
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
  // Parts of what we bundle are CommonJS and ask for Node's own modules.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
// The grammar that commands are read with lies beside the code, and is loaded with the first command.
for (const file of ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-bash/tree-sitter-bash.wasm'])
  copyFileSync(createRequire(import.meta.url).resolve(file), join(OUT, basename(file)));
// And what editors check settings by.
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
