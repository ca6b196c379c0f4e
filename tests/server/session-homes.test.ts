import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHostEnvironment, openSession, type OpenedSession } from '@bowline/assembly';
import type { LogRecord } from '@bowline/log';
import { createMessage } from '@bowline/protocol';
import { createModelSetup } from '@bowline/providers';
import { openPostgresStore } from '@bowline/server';
import { all, answer, scriptedModel, type ScriptedStep } from '@bowline/testkit';
import { openS3Objects, type ObjectStore } from '@bowline/workspace';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { toSessionHome } from '../../packages/server/src/worker/session-homes.ts';
import { openObjectServer, type ObjectServer } from '../kit/open-object-server.ts';
import { openMigratedPostgres, type MigratedPostgres } from './migrated-postgres.ts';

let database: MigratedPostgres;
let objects: ObjectServer;
beforeAll(async () => {
  database = await openMigratedPostgres();
});
afterAll(async () => {
  await database.close();
});

let folder = '';
let tenants = 0;
let tenant = '';
let opened: OpenedSession[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-homes-'));
  mkdirSync(join(folder, 'work'));
  objects = await openObjectServer(1000);
  tenant = `homes-${(tenants += 1)}`;
  opened = [];
});
afterEach(async () => {
  for (const session of opened) {
    await session.session.abort().catch(() => undefined);
    await session.close().catch(() => undefined);
  }
  await objects.close();
  rmSync(folder, { recursive: true, force: true });
});

const ID = 'travels';
const fileOn = (worker: string, name = ''): string => join(folder, worker, 'homes', tenant, ID, 'files', name);
const runs = (...commands: readonly string[]): ScriptedStep =>
  answer.calls(...commands.map((command) => ({ name: 'run_shell_command', args: { command } })));
const turn = (...commands: readonly string[]): readonly ScriptedStep[] => [runs(...commands), answer.text('done')];

interface OnWorker extends OpenedSession {
  readonly ask: (text: string) => Promise<void>;
  readonly ended: () => Promise<void>;
}

/** Opens the session as a worker does that shares nothing with the others but the database and the object store. */
async function openOn(
  worker: string,
  steps: readonly ScriptedStep[],
  { start, store = openS3Objects(objects.place) }: { readonly start?: string; readonly store?: ObjectStore } = {},
): Promise<OnWorker> {
  const home = join(folder, worker);
  mkdirSync(home, { recursive: true });
  const { execPath, platform } = process;
  const machine = createHostEnvironment({
    ...{ name: worker, version: '0', pid: process.pid, execPath, platform, home },
    execArgv: ['--conditions=@bowline/source', '--no-warnings'],
    env: { PATH: process.env['PATH'], BOWLINE_HOME: home },
  });
  const logs = openPostgresStore({ pool: database.app, tenant });
  const isNew = (await logs.find(ID)) === undefined;
  const session = await openSession(
    {
      workspace: join(folder, 'work'),
      models: createModelSetup({ client: scriptedModel(steps) }),
      ...(isNew ? { model: { name: 'scripted' }, approval: { mode: 'yolo' as const } } : {}),
      session: isNew ? { id: ID } : { resume: ID, takeover: true },
      isInteractive: false,
    },
    {
      ...machine,
      commandLeaseMs: 60_000,
      openStore: () => openPostgresStore({ pool: database.app, tenant }),
      sessionHome: toSessionHome({ store, homes: join(home, 'homes') }, { tenant, sessionId: ID }, start),
    },
  );
  opened.push(session);
  const ended = (): Promise<void> =>
    new Promise((resolve) => {
      const leave = session.session.subscribe((event) => {
        if (event.type !== 'agent_end') return;
        leave();
        resolve();
      });
    });
  const ask = async (text: string): Promise<void> => {
    const end = ended();
    await session.session.send(createMessage(text));
    await end;
  };
  return { ...session, ask, ended };
}

async function recordsOf(): Promise<LogRecord[]> {
  const reader = await openPostgresStore({ pool: database.app, tenant }).openReader(ID);
  const records = await all(reader.read());
  await reader.close();
  return records;
}

test('a session continues on another worker with its files, and on the first one again', async () => {
  writeFileSync(join(folder, 'work', 'given.txt'), 'given\n');
  const a = await openOn('a', turn('echo one > a.txt; mkdir empty; chmod 700 a.txt'), { start: join(folder, 'work') });
  await a.ask('go');
  await a.leave();
  expect(readFileSync(fileOn('a', 'given.txt'), 'utf8')).toBe('given\n');
  const b = await openOn('b', turn('cat a.txt > b.txt; rm given.txt'));
  await b.ask('go on');
  await b.leave();
  expect(readdirSync(fileOn('b')).toSorted()).toEqual(['a.txt', 'b.txt', 'empty']);
  writeFileSync(fileOn('a', 'late.txt'), 'what a command of the first worker has written too late');
  const again = await openOn('a', turn('ls > list.txt'));
  await again.ask('list');
  expect(readFileSync(fileOn('a', 'list.txt'), 'utf8')).toBe('a.txt\nb.txt\nempty\nlist.txt\n');
  expect(readFileSync(join(folder, 'work', 'given.txt'), 'utf8')).toBe('given\n');
  expect(existsSync(join(folder, 'work', 'a.txt'))).toBe(false);
});

test('a result is recorded together with a save that has its effect', async () => {
  const a = await openOn('a', turn('echo one > a.txt', 'echo two > b.txt'));
  await a.ask('go');
  const records = await recordsOf();
  const finished = records.filter(({ type }) => type === 'tool_finished');
  expect(finished).toHaveLength(2);
  const b = await openOn('b', []);
  for (const name of ['a.txt', 'b.txt']) expect(existsSync(fileOn('b', name))).toBe(true);
  await b.leave();
});

test('without the store no result is recorded, and the same worker joins the command later', async () => {
  const store = openS3Objects({ ...objects.place, attempts: 1 });
  let isDown = false;
  const failing: ObjectStore = {
    ...store,
    put: async (key, bytes) => {
      if (isDown) objects.fail('unavailable');
      await store.put(key, bytes);
    },
  };
  const a = await openOn('a', [runs('echo once >> a.txt')], { store: failing });
  isDown = true;
  const failed = new Promise((resolve) => {
    a.session.subscribe((event) => {
      if (event.type === 'error') resolve(event);
    });
  });
  await a.session.send(createMessage('go'));
  expect(await failed).toMatchObject({ code: 'STORE_FAILED' });
  expect((await recordsOf()).some(({ type }) => type === 'tool_finished')).toBe(false);
  await a.leave();
  const again = await openOn('a', [answer.text('done')]);
  const end = again.ended();
  await again.session.send({ action: { name: 'resume' } });
  await end;
  expect((await recordsOf()).filter(({ type }) => type === 'tool_finished')).toHaveLength(1);
  expect(readFileSync(fileOn('a', 'a.txt'), 'utf8')).toBe('once\n');
});

test('the outcome of a command whose worker was replaced is unknown, and the model is told which files are here', async () => {
  const a = await openOn('a', [...turn('echo before > a.txt'), runs('echo late >> a.txt; sleep 30')]);
  await a.ask('go');
  await a.session.send(createMessage('slowly'));
  while (!existsSync(fileOn('a', 'a.txt')) || !readFileSync(fileOn('a', 'a.txt'), 'utf8').includes('late'))
    await sleep(20);
  const b = await openOn('b', [...turn('echo after >> a.txt')]);
  const end = b.ended();
  const began = performance.now();
  await b.session.send({ action: { name: 'resume' } });
  await end;
  // It need not wait for the lease of a command that changes other files.
  expect(performance.now() - began).toBeLessThan(20_000);
  const interrupted = (await recordsOf()).flatMap((record) =>
    record.type === 'tool_interrupted' ? [record.body] : [],
  );
  expect(interrupted).toMatchObject([{ commands: 'apart' }]);
  expect(interrupted[0]?.reason).toContain('The files here are those of the last save');
  expect(readFileSync(fileOn('b', 'a.txt'), 'utf8')).toBe('before\nafter\n');
});
