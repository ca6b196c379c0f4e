import type { LogOwner, LogRecord, NewRecord, SessionLog, SessionReader, SessionStore } from '@bowline/log';
import { expect } from 'vitest';
import { all } from '../all.ts';
import { note, owner } from '../log-samples.ts';

/** A store, and a way to open sessions that the suite closes. */
export interface MovedPlaces {
  readonly store: SessionStore;
  create(sessionId: string, ...records: readonly NewRecord[]): Promise<SessionLog>;
  open(sessionId: string, options?: { readonly owner: LogOwner }): Promise<SessionLog>;
  read(sessionId: string): Promise<SessionReader>;
}

/** Moves a session to another place and back. Both places are names in one store. */
export async function checkMoved(places: MovedPlaces): Promise<void> {
  const log = await places.create('s1', note('here'), {
    type: 'session_moved',
    body: { to: 'there', moveId: 'm1' },
  });
  const gone = await all(log.read());
  await log.close();
  const refused = { code: 'SESSION_MOVED', details: { to: 'there' } };
  await expect(places.store.open('s1', { owner })).rejects.toMatchObject(refused);
  await expect(places.store.open('s1', { owner, takeover: true })).rejects.toMatchObject(refused);
  expect(await places.store.find('s1')).toMatchObject({ records: 3, movedTo: 'there' });

  const arrives: NewRecord = { type: 'session_arrived', body: { at: 'there', moveId: 'm1' } };
  const back: NewRecord = { type: 'session_moved', body: { to: 'here', moveId: 'm2' } };
  await places.store.restore({
    sessionId: 's2',
    owner,
    records: iterate(gone),
    then: [arrives, note('more'), back],
  });
  const came = await all((await places.read('s2')).read());
  const other = await all((await places.create('s3', note('another'), back)).read());
  const returns = (records: readonly LogRecord[], sessionId = 's1'): Promise<void> =>
    places.store.restore({ ...{ sessionId, owner, isReturn: true }, records: iterate(records), then: [arrives] });
  await expect(returns(other)).rejects.toMatchObject({ code: 'IMPORT_INVALID' });
  await expect(returns(came.slice(0, 2))).rejects.toMatchObject({ code: 'IMPORT_INVALID' });
  await expect(places.open('s1')).rejects.toMatchObject(refused);

  await returns(came);
  const again = await places.open('s1');
  expect((await all(again.read())).map(({ type }) => type)).toEqual([
    ...['session_started', 'notice', 'session_moved', 'session_arrived', 'notice', 'session_moved', 'session_arrived'],
  ]);
  expect((await again.verify()).isSound).toBe(true);
  await again.append([note('goes on')]);
  await again.close();
  expect(await places.store.find('s1')).toMatchObject({ movedTo: null });
  await expect(returns(came)).rejects.toMatchObject({ code: 'SESSION_EXISTS' });
}

async function* iterate<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}
