import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// Without 'module': packages are found as Node finds them.
const conditions = ['@bowline/source', ...defaultServerConditions.filter((name) => name !== 'module')];
/** These share the modules and the process of other files, which saves half of their time. */
const sharing = [
  'packages/*/src/**/*.test.{ts,tsx}',
  'tests/{boundaries,context,turns,wires}/**/*.test.ts',
  'tests/tools/edit*.test.ts',
];
/** These start and end processes, or see what other files have loaded. */
const alone = [
  'packages/workspace/src/**/*.test.ts',
  'packages/tui/src/panels/turn-panel.test.tsx',
  'packages/tui/src/paint/markdown/load-markdown.test.ts',
];
/** They stop or disturb the same work at each of its points. */
const slow = ['packages/workspace/src/preview/apply-*.test.ts'];
const unit = {
  globalSetup: 'tests/global-setup.ts',
  retry: process.env['CI'] === undefined ? 0 : 1, // a busy machine delays timers; a test that needed it is reported
  testTimeout: 60_000, // a test that hangs is found all the same; one on a busy machine is not a failure
};
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
};

export default defineConfig({
  ...shared,
  test: {
    maxWorkers: Math.max(1, Math.min(4, availableParallelism())),
    projects: [
      {
        ...shared,
        test: { ...unit, name: 'unit', isolate: false, include: sharing, exclude: alone },
      },
      {
        ...shared,
        test: {
          ...unit,
          name: 'unit-alone',
          include: [
            ...alone,
            'scripts/**/*.test.ts',
            'claims/**/*.test.ts',
            'tests/*.test.ts',
            'tests/{cli,conformance}/**/*.test.ts',
          ],
          exclude: slow,
        },
      },
      {
        ...shared,
        test: {
          // The same tests of tools, in a workspace that is served and reached over TLS.
          name: 'remote',
          provide: { workspace: 'remote' },
          testTimeout: 60_000,
          include: ['packages/tools/src/**/*.test.ts', 'tests/tools/edit*.test.ts'],
        },
      },
      {
        ...shared,
        test: {
          // The same across a link between network namespaces. Claim `remote-workspace` runs it.
          name: 'linked',
          provide: { workspace: 'remote', link: true },
          testTimeout: 120_000,
          include: ['packages/tools/src/**/*.test.ts', 'tests/tools/edit*.test.ts'],
        },
      },
      {
        ...shared,
        test: {
          name: 'integration',
          include: [
            ...slow,
            'tests/documents/*.test.ts',
            'tests/faults/**/*.test.ts',
            'tests/tools/shell*.test.ts',
            'tests/tui/*.test.ts',
            'tests/server/**/*.test.ts',
          ],
          globalSetup: ['tests/global-setup.ts', 'tests/tui/build-cli.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000, // databases are started and ended in them
        },
      },
    ],
  },
});
