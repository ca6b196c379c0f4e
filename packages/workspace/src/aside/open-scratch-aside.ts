import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { openLocalWorkspace } from '../open-local-workspace.ts';
import { toScratchSandbox } from '../preview/open-scratch-previews.ts';
import type { PreviewedCommand, Workspace, WorkspaceAside } from '../workspace.ts';
import { addPending, type PendingChange } from './pending-files.ts';

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
  /** Runs a shell command in the workspace itself. */
  readonly sh: (command: string) => string;
  readonly close: () => void;
}

/** Opens an empty workspace in a temporary folder. Commands find `node` there. */
export function openScratchAside(node: string, ripgrepPath?: string): ScratchAside {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'aside-')));
  const [root, home, state] = [join(folder, 'project'), join(folder, 'home'), join(folder, 'state')];
  for (const each of [root, home, state]) mkdirSync(each, { recursive: true });
  const env = { PATH: `${dirname(node)}:/usr/local/bin:/usr/bin:/bin`, HOME: home, LANG: 'C.UTF-8' };
  const base = openLocalWorkspace({
    ...{ root, directories: [], home, stateFolder: state, historyFolder: join(folder, 'files') },
    ...{ supervisorEntry: join(folder, 'none'), execPath: node, execArgv: [], env, ripgrepPath },
    previews: { ...toScratchSandbox(root, home), pid: Number(readlinkSync('/proc/self')) },
  });
  let pending: readonly PendingChange[] = [];
  const { aside } = base;
  if (aside === undefined) throw new AgentError('INTERNAL', 'Nothing can run aside here');
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
        if (ran?.ok !== true) throw new AgentError('INTERNAL', ran?.problem ?? 'no previews');
        return ran.preview;
      }),
    sh: (command) => execFileSync('/bin/bash', ['-c', command], { cwd: root, encoding: 'utf8', env }),
    close: () => {
      base.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
