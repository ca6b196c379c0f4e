import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLocalWorkspace } from '../open-local-workspace.ts';
import type { OpenedWorkspace, WorkspaceProvider } from '../workspace-provider.ts';
import { createRemoteProvider, type RemoteWorkspaceParts } from './open-remote-workspace.ts';
import { serveWorkspace, type ServedWorkspace } from './serve-workspace.ts';

const patient = { timeout: 15_000, interval: 20 };
const slow = { timeout: 60_000 };
const times = { heartbeatMs: 50, silenceMs: 2000 };
const retryMs = [20, 20, 50, 100, 200, 500];

let folder = '';
let root = '';
let token = '';
let served: ServedWorkspace;
const opened: OpenedWorkspace[] = [];
const closers: (() => void)[] = [];
let troubles: string[] = [];

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bw-')));
  root = realpathSync(mkdtempSync(join(folder, 'root-')));
  token = randomUUID();
  served = await serve();
  troubles = [];
});
afterEach(async () => {
  for (const workspace of opened.splice(0)) workspace.close();
  for (const close of closers.splice(0)) close();
  await served.close();
  await expect.poll(() => existsSync(join(folder, 'state/supervisor.address')), patient).toBe(false);
  rmSync(folder, { recursive: true });
});

const provider: WorkspaceProvider = {
  open: async () => ({
    ...openLocalWorkspace({
      root,
      directories: [],
      stateFolder: join(folder, 'state'),
      historyFolder: join(folder, 'history'),
      supervisorEntry: join(import.meta.dirname, '../supervisor/main.ts'),
      execPath: process.execPath,
      execArgv: ['--conditions=@bowline/source', '--no-warnings'],
      env: { PATH: process.env['PATH'] ?? '' },
      leaseMs: 200,
    }),
    machine: { home: folder, platform: 'linux', sandbox: 'off', sandboxProblem: async () => undefined },
  }),
};

const serve = (port = 0): Promise<ServedWorkspace> =>
  serveWorkspace({ host: '127.0.0.1', port, token, provider, stateFolder: join(folder, 'served'), times });

async function open(change: Partial<RemoteWorkspaceParts> = {}, sessionId = 's'): Promise<OpenedWorkspace> {
  const url = `bowline://127.0.0.1:${served.port}`;
  const onTrouble = (text: string): void => void troubles.push(text);
  const remote = createRemoteProvider({ url, token, times, retryMs, onTrouble, ...change });
  const workspace = await remote.open({ sessionId });
  opened.push(workspace);
  return workspace;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (data: Uint8Array | undefined): string | undefined => data && new TextDecoder().decode(data);

/** A way to the workspace that can be cut after a number of bytes in either direction. */
async function openCutter(): Promise<{
  readonly url: string;
  cutAfter: (bytes: number) => void;
  /** Until the next cut. */
  loseAnswers: () => void;
  readonly cuts: () => number;
}> {
  let left = Infinity;
  let cuts = 0;
  let losesAnswers = false;
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket, { isAnswer, both }: { isAnswer: boolean; both: () => void }): void => {
    from.on('data', (chunk: Buffer) => {
      if (isAnswer && losesAnswers) return;
      to.write(chunk.subarray(0, Math.min(left, chunk.length)));
      left -= chunk.length;
      if (left >= 0) return;
      left = Infinity;
      losesAnswers = false;
      cuts += 1;
      both();
    });
    from.on('error', () => undefined).on('close', both);
  };
  const server = createServer((client) => {
    const target = connect(served.port, '127.0.0.1');
    const end = (): void => {
      client.destroy();
      target.destroy();
    };
    sockets.add(client).add(target);
    pass(client, target, { isAnswer: false, both: end });
    pass(target, client, { isAnswer: true, both: end });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closers.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `bowline://127.0.0.1:${port}`,
    cutAfter: (count) => (left = count),
    loseAnswers: () => (losesAnswers = true),
    cuts: () => cuts,
  };
}

describe('authentication', () => {
  test('refuses another token in plain words, without trying again', async () => {
    await expect(open({ token: randomUUID() })).rejects.toMatchObject({
      code: 'SERVER_REFUSED',
      message: `Wrong token for workspace bowline://127.0.0.1:${served.port}`,
    });
    expect(troubles).toEqual([]);
  });

  test('refuses a token that can be guessed', async () => {
    await expect(open({ token: 'secret' })).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });
  });

  test('says nothing to what does not speak the protocol', async () => {
    const socket = connect(served.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\n\r\n');
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    await new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
    expect(heard).not.toContain(root);
    expect(heard.length).toBeLessThan(16); // a TLS alert
  });

  test('tells the user where it cannot reach a workspace and when it tries again', async () => {
    await served.close();
    const url = `bowline://127.0.0.1:${served.port}`;
    await expect(open()).rejects.toMatchObject({ message: `Can't reach workspace ${url} (connection refused)` });
    expect(troubles[1]).toBe(`Can't reach workspace ${url} (connection refused). Retrying in 0.02 s (3 of 4).`);
    served = await serve();
  });
});

describe('least privilege', () => {
  test('keeps contents outside the folder out of reach', async () => {
    const workspace = await open();
    const outside = join(folder, 'outside.txt');
    writeFileSync(outside, 'private');
    const refusal = { details: { errno: 'EACCES' } };
    await expect(workspace.files.read(outside)).rejects.toMatchObject(refusal);
    await expect(workspace.files.read(join(root, '../outside.txt'))).rejects.toMatchObject(refusal);
    await expect(workspace.files.write(outside, bytes('x'))).rejects.toMatchObject(refusal);
    const cwd = folder;
    await expect(workspace.commands.start({ key: 'k', command: 'true', cwd })).rejects.toMatchObject(refusal);
    expect(readFileSync(outside, 'utf8')).toBe('private');
  });

  test('hands a session to the process that opened it last, for good', async () => {
    const first = await open();
    const second = await open();
    await expect(first.files.info(root)).rejects.toMatchObject({
      code: 'SERVER_REFUSED',
      message: 'Session s was continued by another process',
    });
    expect((await second.files.info(root))?.kind).toBe('folder');
  });
});

describe('a cut connection', slow, () => {
  test('loses and doubles nothing, wherever it is cut', async () => {
    const cutter = await openCutter();
    const workspace = await open({ url: cutter.url });
    const big = Buffer.alloc(100_000, 'b');
    for (let n = 0; n < 40; n += 1) {
      const file = join(root, `f${n}`);
      cutter.cutAfter((n * 7919) % 300_000);
      await workspace.files.write(file, Buffer.concat([big, bytes(String(n))]));
      const found = await workspace.files.read(file);
      expect(textOf(found)).toBe(`${big.toString()}${n}`);
    }
    expect(cutter.cuts()).toBeGreaterThan(10);
  });

  test('does not write again what has changed since, when only the answer was lost', async () => {
    const cutter = await openCutter();
    const workspace = await open({ url: cutter.url });
    const file = join(root, 'a.txt');
    cutter.loseAnswers();
    const writing = workspace.files.write(file, bytes('written once'));
    await expect.poll(() => existsSync(file), patient).toBe(true);
    writeFileSync(file, 'changed by someone else');
    cutter.cutAfter(0);
    await writing;
    expect([cutter.cuts(), readFileSync(file, 'utf8')]).toEqual([1, 'changed by someone else']);
  });

  test('follows a command on, without repeating its output', async () => {
    const cutter = await openCutter();
    const workspace = await open({ url: cutter.url });
    const command = 'for i in $(seq 1 200); do echo "line $i"; sleep 0.005; done; echo x >> runs';
    cutter.cutAfter(3000);
    const started = await workspace.commands.start({ key: 'c', command, cwd: root });
    let heard = '';
    started.onOutput((text) => {
      heard += text;
      if (heard.includes('line 50') && cutter.cuts() === 0) cutter.cutAfter(0);
    });
    const end = await started.ended;
    const lines = Array.from({ length: 200 }, (_, n) => `line ${n + 1}\n`).join('');
    expect([end.exitCode, end.head, readFileSync(join(root, 'runs'), 'utf8')]).toEqual([0, lines, 'x\n']);
    expect(heard.replaceAll(/\n\[[^\]]*\]\n/g, '')).toBe(lines);
    expect(cutter.cuts()).toBeGreaterThan(0);
  });
});

describe('a restarted far end', slow, () => {
  test('finds the command of a call in flight, which ends with its result', async () => {
    const workspace = await open();
    const command = 'echo begun; while [ ! -e go ]; do sleep 0.01; done; echo done; echo x >> runs';
    const started = await workspace.commands.start({ key: 'r', command, cwd: root });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    started.onOutput((text) => {
      if (text.includes('begun')) resolve(undefined);
    });
    await promise;
    const { port } = served;
    await served.close();
    served = await serve(port);
    writeFileSync(join(root, 'go'), '');
    const end = await started.ended;
    expect([end.exitCode, end.head, readFileSync(join(root, 'runs'), 'utf8')]).toEqual([0, 'begun\ndone\n', 'x\n']);
  });

  test('that does not come back leaves the outcome unknown', async () => {
    const workspace = await open({ retryMs: [10, 10] });
    const started = await workspace.commands.start({ key: 'u', command: 'sleep 0.5', cwd: root });
    const { port } = served;
    await served.close();
    expect(await started.ended).toMatchObject({ exitCode: null, signal: null, stop: null });
    await expect(workspace.files.read(join(root, 'x'))).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
    // The next request tries again.
    served = await serve(port);
    expect(await workspace.files.read(join(root, 'x'))).toBeUndefined();
  });
});

test('a file that is too large is an error, and the connection stays', async () => {
  const workspace = await open();
  writeFileSync(join(root, 'huge'), Buffer.alloc(65 * 1024 * 1024));
  await expect(workspace.files.read(join(root, 'huge'))).rejects.toMatchObject({ details: { errno: 'EFBIG' } });
  expect((await workspace.files.info(join(root, 'huge')))?.size).toBe(65 * 1024 * 1024);
});

test('changes to files are undone at the far end', async () => {
  const workspace = await open();
  const file = join(root, 'a.txt');
  const held = await workspace.history?.hold([file]);
  await workspace.files.write(file, bytes('new'));
  const changes = await workspace.history?.settle(held ?? []);
  expect((await workspace.history?.undo([changes ?? []], 'key'))?.kept).toEqual([]);
  expect(existsSync(file)).toBe(false);
});
