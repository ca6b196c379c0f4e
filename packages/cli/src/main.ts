#!/usr/bin/env node
// A named import of enableCompileCache would be a SyntaxError on Node 20, before the version could be checked.
import * as nodeModule from 'node:module';
import { checkNode } from './start/check-node.ts';
import { printError, printOwn } from './terminal/main.ts';
import { VERSION } from './version.ts';

const argv = process.argv.slice(2);
const [first = ''] = argv;
const isHelp = ['help', 'completion'].includes(first) || argv.includes('--help') || argv.includes('-h');
const oldNode = checkNode(process.versions.node);
if (oldNode === undefined) await start();
else {
  printError(oldNode);
  process.exitCode = 1;
}

async function start(): Promise<void> {
  const own = await printed();
  if (own !== undefined) {
    printOwn(own);
    return;
  }
  nodeModule.enableCompileCache();
  const { startProcess } = await import('./start/main.ts');
  await startProcess();
}

/** Output that needs nothing else loaded. `startProcess` reports errors in such a command line. */
async function printed(): Promise<string | undefined> {
  if (first === '--version' || first === '-v') return `${VERSION}\n`;
  if (!isHelp) return undefined;
  const { toPrinted } = await import('./to-printed.ts');
  try {
    return toPrinted(argv);
  } catch {
    return undefined;
  }
}
