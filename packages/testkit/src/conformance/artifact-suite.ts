import { exportSession, importSession, type NewRecord, type SessionLog, type SessionStore } from '@bowline/log';
import { expect } from 'vitest';
import { all } from '../all.ts';
import { note, owner } from '../log-samples.ts';
import type { StoreRequirementId } from './requirements.ts';

interface ArtifactFixture {
  readonly store: SessionStore;
  readonly create: (sessionId: string, ...records: readonly NewRecord[]) => Promise<SessionLog>;
}

/** Longer than a line of an export may be, with a character of two units wherever the text is divided. */
const LONG = `a${'🪢'.repeat(700_000)}`;

/** Runs the part of the suite that is about what sessions keep beside their records. */
export function artifactSuite(
  meets: (id: StoreRequirementId, body: () => Promise<void>) => void,
  fixture: ArtifactFixture,
): void {
  meets('artifacts', async () => {
    const { artifacts } = fixture.store;
    await fixture.create('s1');
    await fixture.create('s2');
    const name = await artifacts.put('s1', 'zwei – 二 – 🪢 \0 end');
    expect(name).toMatch(/^artifact:[0-9a-f]{64}$/);
    expect(await artifacts.get('s1', name)).toBe('zwei – 二 – 🪢 \0 end');
    expect(await artifacts.put('s1', 'zwei – 二 – 🪢 \0 end')).toBe(name);
    expect(await artifacts.list('s1')).toEqual([name]);
    expect(await artifacts.get('s2', name)).toBeUndefined();
    expect(await artifacts.list('s2')).toEqual([]);
    expect(await artifacts.put('s2', 'zwei – 二 – 🪢 \0 end')).toBe(name);
    for (const wrong of ['', '/etc/passwd', 'artifact:../../s1/head', `artifact:${'0'.repeat(64)}`])
      expect(await artifacts.get('s1', wrong), wrong).toBeUndefined();
  });

  meets('artifacts-shared', async () => {
    const { artifacts } = fixture.store;
    const log = await fixture.create('s1', note('one'));
    const name = await artifacts.put('s1', 'shared');
    await log.close();
    await fixture.store.fork('s1', { at: 2, as: 's2', owner });
    await fixture.store.delete('s1');
    expect(await artifacts.get('s2', name)).toBe('shared');
    await fixture.store.delete('s2');
    await fixture.create('s2');
    expect(await artifacts.get('s2', name)).toBeUndefined();
    expect(await artifacts.list('s2')).toEqual([]);
  });

  meets('artifacts-moved', async () => {
    const { artifacts } = fixture.store;
    const log = await fixture.create('s1', note('one'));
    const names = [await artifacts.put('s1', LONG), await artifacts.put('s1', ''), await artifacts.put('s1', 'short')];
    const lines = await all(exportSession(log, artifacts));
    await log.close();
    await fixture.store.delete('s1');
    await importSession(fixture.store, { lines: iterate(lines), owner });
    expect(await Promise.all(names.map((name) => artifacts.get('s1', name)))).toEqual([LONG, '', 'short']);

    const damages: Record<string, readonly string[]> = {
      'another text': lines.map((line) => line.replace('short', 'shirt')),
      'a part is missing': lines.filter((line) => !line.includes('"more":true')),
      'not a name': lines.map((line) => line.replace('"artifact":"artifact:', '"artifact":"../')),
    };
    for (const [what, damaged] of Object.entries(damages)) {
      const imported = importSession(fixture.store, { lines: iterate(damaged), owner, as: 's3' });
      await expect(imported, what).rejects.toMatchObject({ code: 'IMPORT_INVALID' });
      expect(await fixture.store.find('s3'), what).toBeUndefined();
      expect(await artifacts.list('s3'), what).toEqual([]);
    }
  });
}

async function* iterate<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}
