import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, openDurableRig, type DurableRig } from './durable-rig.ts';

describe('a session that the engine has stopped retrying', () => {
  let rig: DurableRig;

  beforeAll(async () => {
    rig = await openDurableRig({
      count: 1,
      sweepMs: 500,
      retries: { initialInterval: 10, maxInterval: 20, maxAttempts: 3, onMaxAttempts: 'pause' },
    });
  }, 120_000);
  afterAll(async () => {
    await rig.close();
  }, 60_000);

  it('is retried once there is a worker, without any action', async () => {
    const session = await rig.session();
    await rig.workers.kill(0);
    const said = await session.say('say hello');
    await eventually('an end of trying', rig.workers, async () =>
      (await session.status()) === 'stuck' ? true : undefined,
    );
    await rig.workers.start();
    expect(await session.outcome(said)).toMatchObject({ streamId: expect.any(String) as unknown });
    expect((await session.until('agent_end')).reason).toBe('completed');
  }, 60_000);
});

describe('a worker that is limited to some folders', () => {
  let rig: DurableRig;

  beforeAll(async () => {
    rig = await openDurableRig({ count: 1, workspaces: ['/etc'] });
  }, 120_000);
  afterAll(async () => {
    await rig.close();
  }, 60_000);

  it('works nowhere else, and rejects other requests', async () => {
    const session = await rig.session('yolo');
    const outcome = await session.outcome(await session.say('run touch out'));
    expect(outcome).toMatchObject({ error: { code: 'SERVER_REFUSED' } });
    expect((await session.events()).map(({ type }) => type)).not.toContain('agent_start');
  }, 60_000);
});
