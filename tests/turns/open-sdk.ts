import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelClient } from '@bowline/models';
import { onTestFinished } from 'vitest';
import type { Bowline } from '../../packages/sdk/src/bowline.ts';
import { openHere } from '../../packages/sdk/src/open-here.ts';
import type { SessionOptions } from '../../packages/sdk/src/session-options.ts';

/** A machine of a test's own, with sessions that are opened as a program opens them. */
export interface SdkBench {
  readonly workspace: string;
  readonly sessions: string;
  readonly open: (client: ModelClient, options?: SessionOptions) => Promise<Bowline>;
}

/** All but the process itself, which the test's takes the place of; what is open is closed when the test is over. */
export function openSdkBench(): SdkBench {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-sdk-'));
  const [workspace, home] = [join(folder, 'work'), join(folder, 'home')];
  for (const path of [workspace, home]) mkdirSync(path);
  const opened: Bowline[] = [];
  onTestFinished(async () => {
    for (const bowline of opened) {
      await bowline.session.abort();
      await bowline.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });
  const { pid, execPath, platform } = process;
  const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
  const env = { PATH: process.env['PATH'], BOWLINE_HOME: home };
  return {
    workspace,
    sessions: join(home, 'sessions'),
    async open(client, options = {}) {
      const facts = { name: 'test', version: '0', pid, execPath, execArgv, platform, env, home };
      const bowline = await openHere({ workspace, client, ...options }, facts);
      opened.push(bowline);
      return bowline;
    },
  };
}
