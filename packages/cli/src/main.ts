#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { printOwn } from './terminal/main.ts';
import { VERSION } from './version.ts';

const argv = process.argv.slice(2);
const [first = ''] = argv;
const isAboutUs = ['help', 'completion'].includes(first) || argv.includes('--help') || argv.includes('-h');
/** What is known without loading anything; a mistake in it is reported as any other. */
const own =
  first === '--version' || first === '-v'
    ? `${VERSION}\n`
    : isAboutUs
      ? await import('./usage/to-printed.ts').then(({ toPrinted }) => toPrinted(argv)).catch(() => undefined)
      : undefined;
if (own === undefined) {
  enableCompileCache();
  const { startProcess } = await import('./start/main.ts');
  await startProcess();
} else printOwn(own);
