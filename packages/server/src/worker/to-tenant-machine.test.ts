import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createModelSetup } from '@bowline/providers';
import { openSession, type HostEnvironment } from '@bowline/assembly';
import { createMessage } from '@bowline/protocol';
import { scriptedModel, type ScriptedStep } from '@bowline/testkit';
import { toTenantMachine } from './to-tenant-machine.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-tenants-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const remembers: ScriptedStep = {
  chunks: [{ calls: [{ name: 'save_memory', args: { fact: 'the door is painted green' } }] }],
};
const answers: ScriptedStep = { chunks: [{ text: 'yes' }] };

/** Runs a turn in a new session of a tenant and returns what the model was sent. */
async function ask(tenant: string, steps: readonly ScriptedStep[]): Promise<string> {
  const client = scriptedModel(steps);
  const machine: HostEnvironment = {
    sessionsFolder: join(folder, 'sessions'),
    home: join(folder, 'home'),
    bowlineHome: join(folder, 'home', '.bowline'),
    user: 'tester',
    owner: { pid: 1, host: 'here', name: 'worker' },
    node: { execPath: '', execArgv: [], supervisor: '' },
    environment: {},
    platform: 'linux',
    version: '0',
    newId: () => crypto.randomUUID(),
  };
  const models = createModelSetup({ client });
  const approval = { mode: 'yolo' } as const;
  const options = { workspace: folder, models, model: { name: 'scripted' }, approval, isInteractive: false };
  const { session, close } = await openSession(options, toTenantMachine(machine, tenant));
  const ended = new Promise<void>((resolve) => {
    session.subscribe(({ type }) => {
      if (type === 'agent_end') resolve();
    });
  });
  await session.send(createMessage('hello'));
  await ended;
  await close();
  return JSON.stringify(client.requests);
}

it('memory is separate for each tenant', async () => {
  await ask('a', [remembers, answers]);
  expect(await ask('a', [answers])).toContain('painted green');
  expect(await ask('b', [answers])).not.toContain('painted green');
  expect(existsSync(join(folder, 'home', '.bowline', 'AGENTS.md'))).toBe(false);
});

it('sessions of two tenants with the same ID store their output separately', () => {
  const machine = { bowlineHome: folder, sessionsFolder: join(folder, 'sessions') } as HostEnvironment;
  const folders = ['a', 'b'].map((tenant) => toTenantMachine(machine, tenant).sessionsFolder);
  expect(new Set([...folders, machine.sessionsFolder]).size).toBe(3);
});
