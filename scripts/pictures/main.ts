// Creates the pictures and recordings in docs/: the built program in a real terminal, with a scripted model.
// With a folder as argument, all pictures are written there, also those that no page shows.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { recordCast, recordReader } from './record-session.ts';
import { takePictures } from './take-pictures.ts';

const OUT = 'docs/pictures';
/** What README.md and the pages of docs/ show. */
const shown = new Set([
  ...['chat', 'edit', 'danger', 'sessions'].flatMap((name) => [`${name}-dark`, `${name}-light`]),
  ...['start', 'sandbox', 'rewind', 'stats'].map((name) => `${name}-dark`),
]);

const { status } = spawnSync(process.execPath, ['scripts/bundle-cli.ts'], { stdio: 'ignore' });
if (status !== 0) throw new AgentError('INTERNAL', 'the CLI could not be built');
const [folder] = process.argv.slice(2);
mkdirSync(folder ?? OUT, { recursive: true });
for (const theme of ['dark', 'light'] as const)
  await takePictures(theme, (name, svg) => {
    if (folder !== undefined || shown.has(name)) writeFileSync(join(folder ?? OUT, `${name}.svg`), svg);
  });
writeFileSync(join(folder ?? OUT, 'screen-reader.txt'), await recordReader());
writeFileSync(join(folder ?? OUT, 'session.cast'), await recordCast());
