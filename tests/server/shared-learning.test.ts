import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession, type HostEnvironment, type OpenedSession } from '@bowline/assembly';
import { createMessage, type InputAnswer } from '@bowline/protocol';
import { createModelSetup } from '@bowline/providers';
import { openLearned, openPool, openPostgresStore } from '@bowline/server';
import { answer, scriptedModel, type ScriptedModel, type ScriptedStep } from '@bowline/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { toTenantMachine } from '../../packages/server/src/worker/to-tenant-machine.ts';
import { openMigratedPostgres, type MigratedPostgres } from './migrated-postgres.ts';

let database: MigratedPostgres;
beforeAll(async () => {
  database = await openMigratedPostgres();
});
afterAll(async () => {
  await database.close();
});

let folder = '';
let tenants = 0;
let tenant = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-shared-'));
  mkdirSync(join(folder, 'work'));
  tenant = `tenant-${(tenants += 1)}`;
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Outcome = Extract<InputAnswer, { kind: 'confirmation' }>['outcome'];

interface Opened extends OpenedSession {
  readonly model: ScriptedModel;
  /** Sends a message and answers the questions. Resolves to how many there were, when the turn has ended. */
  readonly play: (text: string, outcome?: Outcome) => Promise<number>;
}

/** Opens a session as a worker does, with a home that no other worker has. */
async function openOn(worker: string, sessionId: string, ...steps: readonly ScriptedStep[]): Promise<Opened> {
  const home = join(folder, worker);
  const machine: HostEnvironment = {
    sessionsFolder: join(home, 'sessions'),
    home,
    bowlineHome: join(home, '.bowline'),
    user: 'tester',
    owner: { pid: 1, host: worker, name: 'worker' },
    node: { execPath: '', execArgv: [], supervisor: '' },
    environment: {},
    platform: 'linux',
    version: '0',
    newId: () => crypto.randomUUID(),
    openStore: () => openPostgresStore({ pool: database.app, tenant }),
  };
  const model = scriptedModel(steps);
  const opened = await openSession(
    {
      workspace: join(folder, 'work'),
      models: createModelSetup({ client: model }),
      model: { name: 'scripted' },
      approval: { canAsk: true },
      trust: { isTrusted: true },
      session: { id: sessionId },
      isInteractive: false,
    },
    { ...toTenantMachine(machine, tenant), learned: openLearned({ pool: database.app, tenant }) },
  );
  const play: Opened['play'] = async (text, outcome = 'once') => {
    let questions = 0;
    const ended = new Promise<void>((resolve) => {
      const leave = opened.session.subscribe((event) => {
        if (event.type === 'agent_end') {
          leave();
          resolve();
        }
        if (event.type !== 'input_request' || event.request.kind !== 'confirmation') return;
        questions += 1;
        const { inputId, digest } = event.request;
        void opened.session.send({ input: { inputId, answer: { kind: 'confirmation', outcome, digest } } });
      });
    });
    await opened.session.send(createMessage(text));
    await ended;
    return questions;
  };
  return { ...opened, model, play };
}

const writes = (file: string): ScriptedStep =>
  answer.calls({ name: 'write_file', args: { file_path: file, content: 'text' } });
const remembers = (fact: string): ScriptedStep => answer.calls({ name: 'save_memory', args: { fact } });

test('what is always allowed on one worker is allowed on another one from its next decision on', async () => {
  const [before, after, last] = ['before', 'after', 'last'].map((file) => [writes(file), answer.text('done')]);
  const there = await openOn('b', 's2', ...(before ?? []), ...(after ?? []), ...(last ?? []));
  expect(await there.play('write', 'denied')).toBe(1);
  const here = await openOn('a', 's1', writes('mine'), answer.text('done'));
  expect(await here.play('write', 'always')).toBe(1);
  expect(await there.play('write again', 'denied')).toBe(0);
  // As docs/operate.md says.
  const owned = openPool(database.postgres.ownerUrl, { connections: 1 });
  await owned.query(
    `begin; set local bowline.tenant = '${tenant}'; delete from bowline.learned where kind = 'grant'; commit`,
  );
  await owned.end();
  expect(await there.play('write again', 'denied')).toBe(1);
  const written = ['before', 'mine', 'after', 'last'].map((name) => existsSync(join(folder, 'work', name)));
  expect(written).toEqual([false, true, true, false]);
  for (const worker of ['a', 'b'])
    expect(existsSync(join(folder, worker, '.bowline', 'tenants', tenant, 'grants'))).toBe(false);
  await Promise.all([here.close(), there.close()]);
});

test('a fact that one worker saves is in the instruction of the next session on another one, the same on each', async () => {
  const learned = openLearned({ pool: database.app, tenant });
  const first = await openOn('a', 's1', remembers('The door is green.'), answer.text('saved'));
  await first.play('remember the door');
  await first.close();
  expect((await learned.list('fact')).map(({ text }) => text)).toEqual(['The door is green.']);
  const instructions: unknown[] = [];
  for (const worker of ['b', 'c']) {
    const next = await openOn(worker, `s-${worker}`, answer.text('hello'));
    await next.play('hello');
    instructions.push(next.model.requests[0]?.config.systemInstruction);
    await next.close();
  }
  expect(JSON.stringify(instructions[0])).toContain('The door is green.');
  expect(instructions[1]).toEqual(instructions[0]);
  const other = openLearned({ pool: database.app, tenant: 'stranger' });
  expect(await other.list('fact')).toEqual([]);
});

test('two workers that save at once lose nothing, and the same entry is there once', async () => {
  const workers = [1, 2].map(() => openLearned({ pool: database.app, tenant }));
  const added = await Promise.all(
    workers.flatMap((worker, n) =>
      Array.from({ length: 30 }, async (_, at) => [
        await worker.add('fact', { key: `${n}-${at}`, text: `fact ${at} of ${n}` }),
        await worker.add('grant', { key: `both-${at}`, text: 'the same' }),
      ]),
    ),
  );
  expect(added.filter(([own]) => own)).toHaveLength(60);
  expect(added.filter(([, shared]) => shared)).toHaveLength(30);
  expect([(await workers[0]?.list('fact'))?.length, (await workers[1]?.list('grant'))?.length]).toEqual([60, 30]);
});
