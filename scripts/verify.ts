import { availableParallelism } from 'node:os';
import { runSteps } from './run-steps.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Working on Bowline needs Node 22.18 or later (24 is what CI uses); this is ${process.version}.`);
  process.exit(1);
}

const checks = await runSteps(
  [
    { name: 'types', command: 'npm run -s types' },
    { name: 'lint', command: 'npm run -s lint' },
    { name: 'format', command: 'npm run -s format' },
    { name: 'boundaries and cycles', command: 'npm run -s boundaries' },
    { name: 'documents', command: 'npm run -s documents' },
    { name: 'voice', command: 'npm run -s voice' },
    { name: 'dead code', command: 'npm run -s dead' },
    { name: 'build and packages', command: 'npm run -s build && npm run -s publint' },
  ],
  Math.min(2, availableParallelism()),
);
// Runs alone, because some tests measure time.
const tests = await runSteps([{ name: 'unit tests', command: 'npm test -s' }], 1);
process.exitCode = checks + tests === 0 ? 0 : 1;
