import { AgentError } from '@bowline/protocol';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { arch, release, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { defaultLimits } from '../sandbox/confinement.ts';
import { detectBubblewrap } from '../sandbox/linux/detect-bubblewrap.ts';
import { createFileHistory } from '../snapshots/create-file-history.ts';
import type { CommandPreviews, PreviewedCommand } from '../workspace.ts';
import { createCommandPreviews, type PreviewSandbox } from './create-command-previews.ts';

/** A workspace of its own for tests and claims, with previews of its commands. */
export interface ScratchPreviews extends CommandPreviews {
  readonly root: string;
  /** Has an entry for each run in progress. */
  readonly places: string;
  /** Previews a shell command. Throws if that is not possible. */
  readonly preview: (command: string, timeoutMs?: number) => Promise<PreviewedCommand>;
  /** Runs a shell command in the workspace itself. */
  readonly sh: (command: string) => string;
  readonly close: () => Promise<void>;
}

/** Opens an empty workspace in a temporary folder, or a given one. Commands find `node` there, and may change `others` too. */
export function openScratchPreviews(node: string, given?: string, others: readonly string[] = []): ScratchPreviews {
  const folder = given ?? realpathSync(mkdtempSync(join(tmpdir(), 'preview-')));
  const [root, home, state] = [join(folder, 'project'), join(folder, 'home'), join(folder, 'state')];
  for (const each of [root, home, state]) mkdirSync(each, { recursive: true });
  const pid = Number(readlinkSync('/proc/self'));
  const env = { PATH: `${dirname(node)}:/usr/local/bin:/usr/bin:/bin`, HOME: home, LANG: 'C.UTF-8' };
  const history = createFileHistory({ root, folder: join(state, 'files') });
  const previews = createCommandPreviews({
    ...{ root, history, env, pid, folder: join(state, 'previews') },
    sandbox: toScratchSandbox(root, home, others),
  });
  return {
    ...previews,
    root,
    places: join(state, 'previews'),
    preview: async (command, timeoutMs) => {
      const outcome = await previews.run({ command, cwd: root, timeoutMs }, new AbortController().signal);
      if (!outcome.ok) throw new AgentError('INTERNAL', outcome.problem);
      return outcome.preview;
    },
    sh: (command) =>
      execFileSync('/bin/bash', ['-c', command], {
        cwd: root,
        encoding: 'utf8',
        env: {
          ...env,
          GIT_AUTHOR_NAME: 'Ada',
          GIT_AUTHOR_EMAIL: 'a@b',
          GIT_COMMITTER_NAME: 'Ada',
          GIT_COMMITTER_EMAIL: 'a@b',
        },
      }),
    close: async () => {
      await history.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The sandbox of previews in a workspace that is only used for a test or a claim. */
export function toScratchSandbox(root: string, home: string, others: readonly string[] = []): PreviewSandbox {
  const { uid } = userInfo();
  const git = [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.com'],
  ] as const;
  return {
    detect: async () => detectBubblewrap({ architecture: arch(), release: release(), uid }),
    confine: async () => ({
      ...{ profile: 'work', folders: [root, ...others], home, readable: [], writable: [], hidden: [] },
      ...{ git, unixSockets: false, limits: defaultLimits },
    }),
    writableFolders: async () => [root, ...others],
  };
}
