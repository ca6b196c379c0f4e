import { readFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

const adk = join(dirname(createRequire(import.meta.url).resolve('@google/adk')), '../esm');

/**
 * The names that the runtime imports from ADK, and the files they come from. ADK's entry loads everything (a database
 * mapper, cloud exporters, 2,600 modules) and does not declare itself free of side effects, so a bundler must keep all
 * of it. ADK's version is pinned, and a name that is missing here fails the build.
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

/**
 * ADK uses a few names of a library of 30,000 lines. A bundler must keep its enums, which are statements, but can drop
 * values.
 */
function toDroppableEnums(text: string): string {
  return text
    .replaceAll(/^var (\w+);\n\(function \(\1\) \{/gm, 'var $1 = /* @__PURE__ */ (function ($1) {')
    .replaceAll(/^\}\)\((\w+) \|\| \(\1 = \{\}\)\);/gm, 'return $1; })({});');
}

function useAdkFiles(files: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'use-adk-files',
    setup(bundle) {
      bundle.onResolve({ filter: /^@google\/adk$/ }, () => ({ path: 'adk', namespace: 'adk' }));
      bundle.onLoad({ filter: /.*/, namespace: 'adk' }, () => ({
        contents: Object.entries(files)
          .map(([name, file]) => `export { ${name} } from ${JSON.stringify(join(adk, file))};`)
          .join('\n'),
        resolveDir: adk,
      }));
      // Everything that a key needs, without the parts for Vertex credentials.
      bundle.onResolve({ filter: /^@google\/genai$/ }, ({ resolveDir }) => ({
        path: createRequire(join(resolveDir, 'index.js')).resolve('@google/genai/web'),
      }));
      bundle.onLoad({ filter: /genai[\\/]dist[\\/]web[\\/]index\.mjs$/ }, ({ path }) => ({
        contents: toDroppableEnums(readFileSync(path, 'utf8')),
      }));
    },
  };
}

/**
 * The layout engine of the TUI is a WebAssembly module embedded as text in its own file. It would `fetch` that text,
 * which loads all of Node's HTTP client: half of the time to the first frame. Without `fetch` it decodes the text
 * itself.
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

/** Node modules that are slow to load and not used by every run. They are loaded on the first call. */
const lateModules: ReadonlySet<string> = new Set([
  'child_process',
  'https',
  'readline',
  'tls',
  'vm',
  'worker_threads',
  'zlib',
]);

/**
 * An `import` of a Node module makes Node read all its exports, which loads what is behind its getters: a browser's
 * WebSocket and fetch, web cryptography, a diff. `require` loads only the module.
 */
const requireNodeModules = ({ isOneFile = false } = {}): Plugin => ({
  name: 'require-node-modules',
  setup(bundle) {
    const require = createRequire(import.meta.url);
    const names = builtinModules.filter((name) => !name.startsWith('_') && name !== 'module' && name !== 'process');
    const filter = new RegExp(`^(?:node:)?(?:${names.map((name) => name.replace('node:', '')).join('|')})$`);
    bundle.onResolve({ filter }, ({ path, kind, namespace, importer }) =>
      kind !== 'import-statement' || namespace === 'node-module'
        ? { path: `node:${path.replace('node:', '')}`, external: true }
        : // One per importing file: shared code would become a separate chunk, which Node would have to find.
          {
            path: `${path.replace('node:', '')}?${isOneFile ? '' : importer}`,
            namespace: 'node-module',
            sideEffects: false,
          },
    );
    bundle.onLoad({ filter: /.*/, namespace: 'node-module' }, ({ path }) => {
      const [name = ''] = path.split('?');
      return { contents: toModuleText(name, require(`node:${name}`) as object) };
    });
  },
});

function toModuleText(name: string, exported: object): string {
  const isLate = lateModules.has(name);
  const lines = Object.keys(exported)
    .filter((key) => key !== 'default')
    .map((key) =>
      // Classes and constants are loaded at once, functions on their first call.
      isLate && /^[a-z]\w*$/.test(key) && typeof Reflect.get(exported, key) === 'function'
        ? `export function ${key}(...args) { return load().${key}(...args); }`
        : `const $${key} = /* @__PURE__ */ take('${key}');\nexport { $${key} as ${key} };`,
    );
  return [
    'let module;',
    `const load = () => (module ??= process.getBuiltinModule('node:${name}'));`,
    'const take = (key) => load()[key];',
    ...lines,
    'const whole = /* @__PURE__ */ load();',
    'export default whole;',
  ].join('\n');
}

/** Replacements in a bundle for files that are imported but never used. */
type Stubs = Readonly<Record<string, string>>;

/**
 * In ADK and its dependencies: the library of its logger, zod's messages in 40 languages, and schemas of the previous
 * zod.
 */
const unused: Stubs = {
  'winston/lib/winston\\.js': `
    const write = (message) => { console.error(message); };
    const logger = { log: (_, message) => write(message), debug: write, info: write, warn: write, error: write };
    const format = () => () => undefined;
    format.combine = format.label = format.colorize = format.timestamp = format.printf = () => undefined;
    class Console {}
    module.exports = { createLogger: () => logger, format, transports: { Console } };`,
  'zod/v4/locales/index\\.js': "export { default as en } from './en.js';",
  'zod-to-json-schema/dist/esm/index\\.js': `
    export function zodToJsonSchema() { throw new Error('schemas of zod 3 are not supported here'); }`,
};

/** For a program with its own model client: ADK's client and the library that it uses for Gemini. */
const ownClients: Stubs = {
  'adk/dist/esm/models/registry\\.js': `
    export class LLMRegistry { static newLlm(name) { throw new Error(\`no model client for \${name}\`); } }`,
  'adk/dist/esm/models/google_llm\\.js': 'export const isGemini = () => false;',
};

function replaceFiles(stubs: Stubs): Plugin {
  return {
    name: 'replace-files',
    setup(bundle) {
      for (const [file, contents] of Object.entries(stubs)) {
        let isFound = false;
        bundle.onLoad({ filter: new RegExp(`[\\\\/]node_modules[\\\\/].*${file.replaceAll('/', '[\\\\/]')}$`) }, () => {
          isFound = true;
          return { contents };
        });
        bundle.onEnd(() => (isFound ? {} : { errors: [{ text: `${file} is no longer loaded` }] }));
      }
    },
  };
}

/** The options that bundle code of Bowline for Node, without leaving anything out. */
export const plainBundle = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  minify: true,
  metafile: true,
  // The TUI's libraries have a development build, which is slower and prints warnings.
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
  // Some bundled code is CommonJS and requires Node modules.
  banner: {
    js: "const require=(name)=>process.getBuiltinModule(name)??process.getBuiltinModule('module').createRequire(import.meta.url)(name);",
  },
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** One file for a process with a single purpose. */
export const smallBundle = {
  ...plainBundle,
  splitting: false,
  conditions: ['@bowline/source'],
  plugins: [requireNodeModules({ isOneFile: true })],
} satisfies BuildOptions;

/** What a program uses of ADK besides what the runtime uses. */
export interface AdkUse {
  readonly files?: Readonly<Record<string, string>>;
  /** Models by name, through ADK's client. */
  readonly models?: boolean;
}

/** Like `plainBundle`, without unused parts of ADK and its dependencies. */
export function prunedBundle({ files = {}, models = false }: AdkUse = {}): typeof plainBundle & BuildOptions {
  return {
    ...plainBundle,
    conditions: ['@bowline/source'],
    plugins: [
      useAdkFiles({ ...adkFiles, ...files }),
      readYogaFromText,
      requireNodeModules(),
      replaceFiles(models ? unused : { ...unused, ...ownClients }),
    ],
    alias: {
      // Its main file has a module format that bundlers cannot follow.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      // Its main file includes a second DOM parser, but it only gets parsed documents.
      turndown: 'turndown/lib/turndown.browser.es.js',
    },
    // Not needed for the text of a page, and for developing Ink. Neither is a dependency.
    external: ['canvas', 'react-devtools-core'],
  };
}
