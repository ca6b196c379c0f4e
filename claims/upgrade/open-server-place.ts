import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRemoteServer, openRemoteAgent, type RemoteAgent } from '@bowline/client';
import { createMessage, type AgentEvent } from '@bowline/protocol';
import { openPool, openPostgresStore } from '@bowline/server';
import { all } from '@bowline/testkit';
import { openPostgres } from '../../tests/server/open-postgres.ts';
import { toEnvironment, until, type UpgradeParts, type UpgradePlace } from './upgrade-place.ts';

interface Running {
  readonly url: string;
  readonly token: string;
  readonly stop: () => Promise<void>;
}

/** Sessions of a server that is stopped and restarted with this build, on the same database and the same Restate. */
export async function openServerPlace(parts: UpgradeParts): Promise<UpgradePlace> {
  const postgres = await openPostgres({ fsync: false });
  const admin = openPool(postgres.adminUrl, { connections: 1 });
  await admin.query('grant bowline_app to bowline_owner');
  await admin.end();
  let running = await startServer(parts, parts.older, postgres.ownerUrl);
  const withAgent = async <T>(sessionId: string, work: (agent: RemoteAgent) => Promise<T>): Promise<T> => {
    const agent = await openRemoteAgent({ ...running, sessionId });
    try {
      return await work(agent);
    } finally {
      agent.close();
    }
  };
  return {
    async leave(scene) {
      await createRemoteServer(running).create({ sessionId: scene, workspace: join(parts.folder, 'work') });
      await withAgent(scene, async (agent) => {
        await agent.send(createMessage(`scene ${scene} ${parts.effectsFile(scene)}`));
        if (scene === 'quota') await untilEvent(agent, (event) => event.type === 'error');
        else await until('it asks', async () => (await agent.status()).pendingInputs.length > 0);
        if (scene !== 'batch') return;
        await until('it asks about all', async () => (await agent.status()).pendingInputs.length === 3);
        await answerFirst(agent);
        await untilEvent(agent, (event) => event.type === 'tool_response');
      });
    },
    async ids(scene) {
      const lines = await all(createRemoteServer(running).exportLines(scene));
      return lines.slice(1).map((line) => {
        const { seq, hash } = JSON.parse(line) as { readonly seq: number; readonly hash: string };
        return `${seq}-${hash.slice(0, 12)}`;
      });
    },
    async upgrade() {
      await running.stop();
      const at = new Date().toISOString();
      running = await startServer(parts, parts.newer, postgres.ownerUrl);
      return at;
    },
    async finish(scene) {
      await withAgent(scene, async (agent) => {
        while ((await agent.status()).pendingInputs.length > 0) await answerFirst(agent);
        await untilEvent(agent, (event) => event.type === 'agent_end');
      });
    },
    async records(scene) {
      const store = openPostgresStore({ url: postgres.appUrl, tenant: 'default' });
      const reader = await store.openReader(scene);
      const records = await all(reader.read());
      await reader.close();
      await store.close();
      return records;
    },
    async close() {
      await running.stop();
      await postgres.close();
    },
  };
}

async function answerFirst(agent: RemoteAgent): Promise<void> {
  const [request] = (await agent.status()).pendingInputs;
  if (request?.kind !== 'confirmation') throw new Error('there is nothing to approve');
  const { inputId, digest } = request;
  await agent.send({ input: { inputId, answer: { kind: 'confirmation', outcome: 'once', digest }, by: 'claim' } });
  await until('the answer counts', async () =>
    (await agent.status()).pendingInputs.every((pending) => pending.inputId !== inputId),
  );
}

async function untilEvent(agent: RemoteAgent, isIt: (event: AgentEvent) => boolean): Promise<void> {
  await until('an event', async () => (await all(agent.events({}))).some(isIt));
}

async function startServer(parts: UpgradeParts, main: string, database: string): Promise<Running> {
  const work = join(parts.folder, 'work');
  const words = ['serve', '--dev', '--database', database, '--port', '0', '--workspaces', work];
  const child = spawn(process.execPath, [main, ...words], {
    cwd: work,
    env: toEnvironment(parts),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'exit');
  const [ready] = (await Promise.race([once(child.stdout, 'data'), ended])) as unknown[];
  if (!(ready instanceof Buffer)) throw new Error(`the server did not start:\n${said}`);
  return {
    url: ready.toString().trim(),
    token: readFileSync(join(parts.folder, 'home/serve/token'), 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
