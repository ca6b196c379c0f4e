import { openLocalWorkspace, serveWorkspace } from '@bowline/workspace';
import { join } from 'node:path';
import { TIMES, type FarTask } from '../tasks.ts';

/** Serves a workspace until it is killed. */
const { port, token, root, state, supervisor, mark } = JSON.parse(process.argv[2] ?? '') as FarTask;
const served = await serveWorkspace({
  host: '127.0.0.1',
  port,
  token,
  times: TIMES,
  stateFolder: join(state, 'served'),
  provider: {
    open: async ({ sessionId }) => ({
      ...openLocalWorkspace({
        root,
        directories: [],
        stateFolder: join(state, sessionId),
        supervisorEntry: supervisor,
        execPath: process.execPath,
        execArgv: process.execArgv,
        env: { PATH: process.env['PATH'] ?? '', REMOTE_MARK: mark },
      }),
      machine: { home: state, platform: 'linux', sandbox: 'off', sandboxProblem: async () => undefined },
    }),
  },
});
process.stdout.write(`${JSON.stringify({ port: served.port })}\n`);
