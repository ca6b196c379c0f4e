#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { printOwn } from './terminal/main.ts';
import { VERSION } from './version.ts';

const [first] = process.argv.slice(2);
if (first === '--version' || first === '-v') {
  printOwn(`${VERSION}\n`);
} else if (first === '--help' || first === '-h') {
  const { HELP } = await import('./help.ts');
  printOwn(HELP);
} else {
  enableCompileCache();
  const { startProcess } = await import('./start/main.ts');
  await startProcess();
}
