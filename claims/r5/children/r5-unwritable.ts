import { openStore } from '@bowline/log';
import { owner } from '@bowline/testkit';
import { join } from 'node:path';
import { attempt, tell } from '../fault-lines.ts';

/** Runs as a user who may read a folder of sessions but not write to it. The session `kept` exists. */
const [folder = ''] = process.argv.slice(2);
const NOBODY = 65_534;
if (process.setgid === undefined || process.setuid === undefined) throw new Error('no users on this system');
process.setgid(NOBODY);
process.setuid(NOBODY);

await attempt('open a store that is not there', () => openStore({ root: join(folder, 'new') }));
const store = await attempt('open the store', () => openStore({ root: join(folder, 'sessions') }));
await attempt('create', () => store?.open('new', { owner, create: true }));
await attempt('open', () => store?.open('kept', { owner }));
await attempt('fork', () => store?.fork('kept', { at: 1, as: 'copy', owner }));
await attempt('salvage', () => store?.salvage('kept', owner));
await attempt('delete', () => store?.delete('kept'));
const reader = await attempt('read', () => store?.openReader('kept'));
await attempt('close', () => reader?.close());
await attempt('list', () => store?.list());
await attempt('close the store', () => store?.close());
tell({ line: 'done' });
