/** Allowed edges between packages. A package not named on the right may not be imported. */
const layers = {
  protocol: [],
  log: ['protocol'],
  policy: ['protocol'],
  models: ['protocol'],
  context: ['protocol'],
  workspace: ['protocol'],
  tools: ['protocol', 'workspace'],
  runtime: ['protocol', 'log', 'tools', 'models', 'context', 'workspace'],
  guard: ['protocol', 'policy', 'models', 'context', 'workspace', 'tools', 'runtime'],
  settings: ['protocol', 'policy', 'models', 'context', 'workspace', 'tools', 'runtime', 'guard'],
  providers: ['protocol', 'models', 'workspace', 'runtime', 'guard', 'settings'],
  assembly: [
    'protocol',
    'log',
    'policy',
    'models',
    'context',
    'workspace',
    'tools',
    'runtime',
    'guard',
    'settings',
    'providers',
  ],
  attach: ['protocol', 'log', 'workspace', 'runtime', 'assembly'],
  sdk: ['protocol', 'models', 'tools', 'settings', 'providers', 'assembly'],
  tui: ['protocol'],
  client: ['protocol'],
  server: ['protocol', 'log', 'models', 'workspace', 'runtime', 'settings', 'providers', 'assembly'],
  cli: [
    'protocol',
    'log',
    'models',
    'context',
    'workspace',
    'guard',
    'settings',
    'providers',
    'assembly',
    'attach',
    'tui',
    'client',
    'server',
  ],
  testkit: ['protocol', 'log', 'models', 'tools', 'workspace'],
};
/** Which outside packages only one of ours may import. */
const owners = {
  '@google/adk': 'runtime',
  '@restatedev': 'server',
  pg: 'server',
  kysely: 'server',
  ink: 'tui',
  react: 'tui',
};

const TEST = '\\.test\\.tsx?$';
const src = (name) => `^packages/${name}/src/`;

const layerRules = Object.entries(layers).map(([name, allowed]) => ({
  name: `layer-${name}`,
  comment: `${name} may import only: ${allowed.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: src(name), pathNot: TEST },
  to: { path: '^packages/', pathNot: [src(name), ...allowed.map(src)] },
}));

const ownerRules = Object.entries(owners).map(([dependency, owner]) => ({
  name: `${dependency.replace(/\W/g, '')}-only-in-${owner}`,
  comment: `${dependency} is an implementation detail of ${owner}`,
  severity: 'error',
  from: { path: '^packages/', pathNot: src(owner) },
  to: { path: `node_modules/${dependency}(/|$)` },
}));

/** Folders of runtime, lowest first: one may import only those before it. */
const floors = ['state', 'journal', 'model', 'adk', 'dispatch', 'context', 'agent'];
const floorRules = floors.map((name, at) => ({
  name: `runtime-${name}`,
  comment: `runtime/${name} may import only: ${floors.slice(0, at).join(', ') || 'nothing of runtime'}`,
  severity: 'error',
  from: { path: `^packages/runtime/src/${name}/`, pathNot: TEST },
  to: { path: `^packages/runtime/src/(open-agent|index|${floors.slice(at + 1).join('|') || 'open-agent'})(/|\\.ts)` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...ownerRules,
    ...floorRules,
    {
      name: 'adk-only-in-its-folder',
      comment: 'everything that knows ADK is in runtime/adk',
      severity: 'error',
      from: { path: '^packages/', pathNot: ['^packages/runtime/src/adk/', TEST] },
      to: { path: 'node_modules/@google/adk(/|$)' },
    },
    {
      name: 'tests-without-claims',
      comment: 'claims use what tests share in tests/kit; tests know nothing of claims',
      severity: 'error',
      from: { path: '^(tests|packages)/' },
      to: { path: '^claims/' },
    },
    {
      name: 'layer-unknown',
      comment: 'a package without a row in the table may not exist',
      severity: 'error',
      from: { path: '^packages/', pathNot: [...Object.keys(layers).map(src), '/examples/'] },
      to: {},
    },
    { name: 'no-cycle', severity: 'error', from: { pathNot: '^node_modules' }, to: { circular: true } },
    {
      name: 'package-entry',
      comment: 'import another package through its exports, never by its files',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/$1/',
          '^packages/[^/]+/src/(index|settings|plain|bowline-home)\\.ts$',
          '^packages/testkit/src/conformance/index\\.ts$',
        ],
      },
    },
    {
      name: 'testkit-only-in-tests',
      severity: 'error',
      from: { path: '^packages/', pathNot: [TEST, src('testkit')] },
      to: { path: src('testkit') },
    },
    {
      name: 'no-inner-barrel',
      comment: 'inside a package import the file, not its index',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: { path: '^packages/$1/src/index\\.ts$' },
    },
    {
      name: 'pure-packages',
      comment: 'protocol, policy and context touch nothing of the machine',
      severity: 'error',
      from: { path: '^packages/(protocol|policy|context)/src/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-records',
      comment: 'what records mean is computed, never looked up; hashing them is the one use of the machine',
      severity: 'error',
      from: { path: '^packages/log/src/records/', pathNot: TEST },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|zlib)$' },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: { path: '^packages/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@bowline/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
