import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ArtifactFolder,
  openStore,
  toArtifactName,
  type ArtifactStore,
  type SessionLog,
  type SessionStore,
} from '@bowline/log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSessionArtifacts, type SessionArtifacts } from './session-artifacts.ts';

const owner = { pid: 1, host: 'here', name: 'test' };
let folder = '';
let store: SessionStore;
let log: SessionLog;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  store = openStore({ root: join(folder, 'store') });
  log = await store.open('s', { owner, create: true });
});
afterEach(async () => {
  await log.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

function bound(artifacts: ArtifactStore): ArtifactStore {
  return {
    put: (sessionId, text) => artifacts.put(sessionId, text),
    get: (sessionId, name) => artifacts.get(sessionId, name),
    list: (sessionId) => artifacts.list(sessionId),
  };
}

/** A worker's view: the store is elsewhere, and files are in a folder of this machine. */
function onWorker(name: string): SessionArtifacts {
  const redact = (text: string): string => text.replaceAll('secret', '[redacted]');
  // Not a folder of this machine, as a database is not.
  return createSessionArtifacts({ store: bound(store.artifacts), log, sessionsFolder: join(folder, name), redact });
}

test('a text that one worker saves is a file of another one as soon as a tool asks for it', async () => {
  const name = await onWorker('a').save('c1.txt', 'the secret text');
  expect(name).toBe(toArtifactName('the [redacted] text'));
  const worker = onWorker('b');
  const path = await worker.find(name);
  expect(path).toBe(join(folder, 'b', 's', 'artifacts', 'named', name.slice('artifact:'.length)));
  expect(await new ArtifactFolder(join(folder, 'b')).get('s', name)).toBe('the [redacted] text');
  await worker.close();
  expect([await store.artifacts.get('s', name), existsSync(path ?? '')]).toEqual(['the [redacted] text', false]);
  expect([worker.nameOf(path ?? ''), worker.nameOf(join(folder, 'b', 'other'))]).toEqual([name, undefined]);
});

test('a masked result that is stored nowhere is restored from the log', async () => {
  const content = [
    { type: 'text', text: 'page one' },
    { type: 'text', text: 'and two' },
  ] as const;
  await log.append([
    { type: 'tool_finished', body: { callId: 'c0', name: 'page', content: [], isError: false } },
    { type: 'tool_finished', body: { callId: 'c1', name: 'page', content: [...content], isError: false } },
  ]);
  const worker = onWorker('a');
  const name = toArtifactName('page one\nand two');
  expect(await worker.find(name)).toBeDefined();
  expect(await new ArtifactFolder(join(folder, 'a')).get('s', name)).toBe('page one\nand two');
  expect(await worker.find(toArtifactName('never said'))).toBeUndefined();
});
