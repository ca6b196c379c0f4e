#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { VERSION } from './version.ts';

const [first] = process.argv.slice(2);
if (first === '--version' || first === '-v') {
  process.stdout.write(`${VERSION}\n`);
} else if (first === '--help' || first === '-h') {
  const { HELP } = await import('./help.ts');
  process.stdout.write(HELP);
} else {
  enableCompileCache();
  const { startProcess } = await import('./start/main.ts');
  await startProcess();
}
