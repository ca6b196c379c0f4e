import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { openLocalWorkspace } from '../open-local-workspace.ts';
import { createCommandPreviews } from '../preview/create-command-previews.ts';
import { toScratchSandbox } from '../preview/open-scratch-previews.ts';
import { createFileHistory } from '../snapshots/create-file-history.ts';
import type { PreviewedCommand, Workspace, WorkspaceAside } from '../workspace.ts';
import { openAside } from './open-aside.ts';
import type { PendingChange } from '../snapshots/file-state.ts';
import { addPending } from './pending-files.ts';

/** A workspace of its own for tests, with pending changes that go from one use to the next. */
export interface ScratchAside {
  readonly root: string;
  readonly base: Workspace;
  readonly aside: WorkspaceAside;
  readonly pending: () => readonly PendingChange[];
  /** Uses the workspace as it is with the changes so far, and keeps what is added. */
  readonly use: <Result>(work: (workspace: Workspace) => Promise<Result>) => Promise<Result>;
  /** Runs a shell command aside. Throws if that is not possible. */
  readonly run: (command: string, timeoutMs?: number) => Promise<PreviewedCommand>;
  /** Whether a command is running aside. */
  readonly isRunning: () => boolean;
  /** Runs a shell command in the workspace itself. */
  readonly sh: (command: string) => string;
  readonly close: () => Promise<void>;
}

/** Opens an empty workspace in a temporary folder. Commands find `node` there. */
export function openScratchAside(node: string, ripgrepPath?: string): ScratchAside {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'aside-')));
  const [root, home, state] = [join(folder, 'project'), join(folder, 'home'), join(folder, 'state')];
  for (const each of [root, home, state]) mkdirSync(each, { recursive: true });
  const env = { PATH: `${dirname(node)}:/usr/local/bin:/usr/bin:/bin`, HOME: home, LANG: 'C.UTF-8' };
  const pid = Number(readlinkSync('/proc/self'));
  const plain = openLocalWorkspace({
    ...{ root, directories: [], home, stateFolder: state, env, ripgrepPath },
    ...{ supervisorEntry: join(folder, 'none'), execPath: node, execArgv: [] },
  });
  // With its own history, so that it can be waited for at the end.
  const history = createFileHistory({ root, folder: join(folder, 'files') });
  const places = join(state, 'previews');
  const previews = createCommandPreviews({
    root,
    history,
    env,
    pid,
    folder: places,
    sandbox: toScratchSandbox(root, home),
  });
  const { hidden } = plain;
  const base: Workspace = { ...plain, history, previews };
  const at = { root, roots: [root], ripgrepPath, folder: places, pid };
  const aside = openAside({ ...at, hidden, history, previews, base: () => base });
  let pending: readonly PendingChange[] = [];
  const use: ScratchAside['use'] = async (work) => {
    const view = aside.open(pending);
    const result = await work(view.workspace);
    pending = addPending(pending, view.added(), new Date().toISOString());
    return result;
  };
  return {
    root,
    base,
    aside,
    pending: () => pending,
    use,
    run: async (command, timeoutMs) =>
      await use(async ({ previews }) => {
        const ran = await previews?.run({ command, cwd: root, timeoutMs }, new AbortController().signal);
        if (ran?.ok !== true) throw new AgentError('INTERNAL', ran?.problem ?? 'No previews');
        return ran.preview;
      }),
    isRunning: () => readdirSync(places).some((place) => existsSync(join(places, place, 'status'))),
    sh: (command) => execFileSync('/bin/bash', ['-c', command], { cwd: root, encoding: 'utf8', env }),
    close: async () => {
      plain.close();
      await history.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
