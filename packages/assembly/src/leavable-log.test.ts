import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type SessionStore } from '@bowline/log';
import { all, note, owner, started } from '@bowline/testkit';
import { createLeavableLog } from './leavable-log.ts';

describe('a leavable log', () => {
  let folder: string;
  let store: SessionStore;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bowline-leave-'));
    store = openStore({ root: folder });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('passes everything to the log until it is fenced, and rejects writes afterwards', async () => {
    const { log, fence } = createLeavableLog(await store.open('s1', { owner, create: true }), (text) => text);
    await log.append([started('s1')]);
    expect(log.head.seq).toBe(1);
    fence();
    await expect(log.append([note('late')])).rejects.toMatchObject({ code: 'SESSION_FENCED' });
    await expect(log.saveSnapshot({ name: 'x', version: 1, seq: 1, state: '' })).rejects.toMatchObject({
      code: 'SESSION_FENCED',
    });
    expect(await all(log.read())).toHaveLength(1);
    await log.close();
  });

  it('redacts every record at any depth', async () => {
    const redact = (text: string): string => text.replaceAll('hunter2', '[redacted]');
    const { log } = createLeavableLog(await store.open('s1', { owner, create: true }), redact);
    const kept = await log.append([started('s1'), note('a hunter2 b')]);
    expect(JSON.stringify(kept)).toContain('a [redacted] b');
    expect(JSON.stringify(kept)).not.toContain('hunter2');
  });
});
