import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelClient } from '@bowline/models';
import { onTestFinished } from 'vitest';
import type { Bowline } from '../../packages/sdk/src/bowline.ts';
import { openHere } from '../../packages/sdk/src/open-here.ts';
import type { SessionOptions } from '../../packages/sdk/src/session-options.ts';

/** A temporary machine for one test, with sessions opened through the SDK. */
export interface SdkBench {
  readonly workspace: string;
  readonly sessions: string;
  readonly open: (client: ModelClient, options?: SessionOptions) => Promise<Bowline>;
}

/** Simulates everything except the process itself. Closes open sessions when the test ends. */
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
