import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openNatsBus, openPostgresBus, type EventBus } from '@bowline/server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openNats, type TestNats } from './open-nats.ts';
import { openPostgres, type TestPostgres } from './open-postgres.ts';

interface Carrier {
  readonly open: () => Promise<EventBus>;
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
}

let postgres: TestPostgres;
let nats: TestNats;
beforeAll(async () => {
  [postgres, nats] = await Promise.all([openPostgres({ fsync: false }), openNats()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([postgres.close(), nats.close()]);
});

describeBus('the bus on PostgreSQL', {
  open: () => openPostgresBus({ url: postgres.appUrl }),
  cut: () => postgres.stop(),
  mend: () => postgres.start(),
});
describeBus('the bus on NATS', {
  open: () => openNatsBus({ url: nats.url }),
  cut: () => nats.kill(),
  mend: () => nats.start(),
});

test('the bus does not wait for a database that stops responding, and connects again', async () => {
  const url = new URL(postgres.appUrl);
  const way = await openFrozenWay(Number(url.port));
  url.port = String(way.port);
  const bus = await openPostgresBus({ url: url.href, answerMs: 300 });
  try {
    const heard: string[] = [];
    await bus.subscribe('before', (text) => heard.push(text));
    way.freeze();
    const began = performance.now();
    await bus.subscribe('while', (text) => heard.push(text));
    expect(performance.now() - began).toBeLessThan(5_000);
    way.thaw();
    await expect
      .poll(
        async () => {
          await Promise.all([bus.publish('before', 'a'), bus.publish('while', 'b')]);
          await sleep(20);
          return heard.includes('a') && heard.includes('b');
        },
        { timeout: 10_000 },
      )
      .toBe(true);
  } finally {
    way.thaw();
    await bus.close();
    await way.close();
  }
});

/** A proxy to a server. While frozen, no data passes and no connection breaks. */
async function openFrozenWay(to: number): Promise<{
  readonly port: number;
  readonly freeze: () => void;
  readonly thaw: () => void;
  readonly close: () => Promise<void>;
}> {
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const pass = (from: Socket, into: Socket): void => {
    sockets.add(from);
    from.on('error', () => undefined).on('close', () => into.destroy());
    from.on('data', (data: Buffer) => {
      if (!isFrozen) into.write(data);
    });
  };
  const way = createServer((client) => {
    const server = connect(to, '127.0.0.1');
    pass(client, server);
    pass(server, client);
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  return {
    port: (way.address() as AddressInfo).port,
    freeze: () => void (isFrozen = true),
    thaw: () => void (isFrozen = false),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      way.close();
      await once(way, 'close');
    },
  };
}

function describeBus(name: string, carrier: Carrier): void {
  const opened: EventBus[] = [];
  const open = async (): Promise<EventBus> => {
    const bus = await carrier.open();
    opened.push(bus);
    return bus;
  };
  const listen = async (bus: EventBus, topic: string): Promise<string[]> => {
    const heard: string[] = [];
    await bus.subscribe(topic, (text) => heard.push(text));
    return heard;
  };

  describe(name, () => {
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((bus) => bus.close()));
    });

    test('delivers a message to every listener of the topic, in this process and others, in order', async () => {
      const [here, there] = [await open(), await open()];
      const heard = [await listen(here, 'a/1'), await listen(here, 'a/1'), await listen(there, 'a/1')];
      const said = Array.from({ length: 300 }, (_, n) => `${n}`);
      await Promise.all(said.map((text) => here.publish('a/1', text)));
      for (const each of heard) await expect.poll(() => each).toEqual(said);
    });

    test('delivers a message to its topic only, with any name', async () => {
      const bus = await open();
      const topics = ['a', 'a.b', 'a.*', '>', 'ä "; drop', 'x'.repeat(300)];
      const heard = await Promise.all(topics.map((topic) => listen(bus, topic)));
      for (const topic of topics) await bus.publish(topic, `for ${topic}`);
      for (const [n, topic] of topics.entries()) await expect.poll(() => heard[n]).toEqual([`for ${topic}`]);
    });

    test('delivers a long text completely', async () => {
      const [here, there] = [await open(), await open()];
      const heard = await listen(there, 't');
      const said = ['short', '🪢 "\n'.repeat(20_000), 'short again'];
      for (const text of said) await here.publish('t', text);
      await expect.poll(() => heard).toEqual(said);
    });

    test('delivers nothing to a listener that unsubscribed, and still delivers to the others', async () => {
      const bus = await open();
      const heard = await listen(bus, 't');
      const gone: string[] = [];
      const stop = await bus.subscribe('t', (text) => gone.push(text));
      await bus.publish('t', 'one');
      await expect.poll(() => gone).toEqual(['one']);
      await stop();
      await bus.publish('t', 'two');
      await expect.poll(() => heard).toEqual(['one', 'two']);
      expect(gone).toEqual(['one']);
    });

    test('reconnects after a cut; publishing in the meantime does not throw', async () => {
      const [here, there] = [await open(), await open()];
      const heard = await listen(there, 't');
      await carrier.cut();
      void here.publish('t', 'into the cut');
      const late = await listen(there, 'late');
      await carrier.mend();
      await expect
        .poll(
          async () => {
            await Promise.all([here.publish('t', 'again'), here.publish('late', 'again')]);
            await sleep(20);
            return heard.includes('again') && late.includes('again');
          },
          { timeout: 20_000 },
        )
        .toBe(true);
    });
  });
}
