/** Allowed edges between packages. A package not named on the right may not be imported. */
const layers = {
  protocol: [],
  log: ['protocol'],
  workspace: [],
  tools: ['protocol', 'workspace'],
  models: ['protocol'],
  policy: ['protocol'],
  context: ['protocol'],
  runtime: ['protocol', 'log', 'tools', 'models', 'context'],
  assembly: ['protocol', 'log', 'workspace', 'tools', 'models', 'policy', 'context', 'runtime'],
  sdk: ['protocol', 'assembly', 'models', 'tools'],
  tui: ['protocol'],
  client: ['protocol'],
  server: ['protocol', 'log', 'models', 'runtime', 'assembly'],
  cli: ['protocol', 'log', 'models', 'assembly', 'tui', 'client', 'server'],
  testkit: ['protocol', 'log', 'models', 'tools'],
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

module.exports = {
  forbidden: [
    ...layerRules,
    ...ownerRules,
    {
      name: 'layer-unknown',
      comment: 'a package without a row in the table may not exist',
      severity: 'error',
      from: { path: '^packages/', pathNot: [...Object.keys(layers).map(src), '/examples/'] },
      to: {},
    },
    { name: 'no-cycle', severity: 'error', from: { pathNot: '^node_modules' }, to: { circular: true } },
    {
      name: 'package-door',
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
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@bowline/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
