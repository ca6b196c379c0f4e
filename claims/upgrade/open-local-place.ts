import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { foldAt, openStore, sessionFold, type LogRecord, type SessionReader } from '@bowline/log';
import { all } from '@bowline/testkit';
import { toEnvironment, until, type UpgradeParts, type UpgradePlace } from './upgrade-place.ts';

const SUSPENDED = 62;

/** Sessions in a folder of this machine. Each command is a process of its own, so there is nothing to stop. */
export function openLocalPlace(parts: UpgradeParts): UpgradePlace {
  const store = openStore({ root: join(parts.folder, 'home/sessions') });
  const run = async (main: string, args: readonly string[], expected: number): Promise<void> => {
    const { code, said } = await start(parts, main, args).ended;
    if (code !== expected)
      throw new Error(`${args.join(' ')} ended with ${String(code)}, not with ${expected}:\n${said}`);
  };
  const read = async <T>(sessionId: string, work: (reader: SessionReader) => Promise<T>): Promise<T> => {
    const reader = await store.openReader(sessionId);
    try {
      return await work(reader);
    } finally {
      await reader.close();
    }
  };
  const records = async (sessionId: string): Promise<readonly LogRecord[]> =>
    await read(sessionId, async (reader) => await all(reader.read()));
  return {
    async leave(scene) {
      const prompt = `scene ${scene} ${parts.effectsFile(scene)}`;
      const asked = ['--session-id', scene, '-p', prompt, '--on-confirm', 'suspend'];
      if (scene === 'quota') {
        const { child, ended } = start(parts, parts.older, asked);
        await until('the session waits for its quota', async () => {
          const known = await records(scene).catch(() => []);
          return known.some(({ type, body }) => type === 'model_failed' && 'retryAt' in body);
        });
        child.kill('SIGKILL');
        await ended;
        return;
      }
      await run(parts.older, asked, SUSPENDED);
      if (scene !== 'batch') return;
      const { pending } = await read(scene, (reader) => foldAt(reader, sessionFold, reader.head.seq));
      await run(parts.older, ['approve', scene, pending[0]?.inputId ?? ''], SUSPENDED);
    },
    ids: async (scene) => (await records(scene)).map(({ id }) => id),
    upgrade: async () => new Date().toISOString(),
    async finish(scene) {
      await run(parts.newer, scene === 'quota' ? ['-r', scene] : ['approve', scene, '--all'], 0);
    },
    records,
    close: async () => {
      await store.close();
    },
  };
}

function start(
  parts: UpgradeParts,
  main: string,
  args: readonly string[],
): {
  readonly child: ReturnType<typeof spawn>;
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
} {
  const cwd = join(parts.folder, 'work');
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: toEnvironment(parts),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
  const ended = new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
    child.once('close', (code) => {
      resolve({ code, said });
    });
  });
  return { child, ended };
}
