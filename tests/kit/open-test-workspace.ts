import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openLinkedPort } from './link/open-linked-port.ts';
import {
  createRemoteProvider,
  openLocalWorkspace,
  serveWorkspace,
  toWorkspaceUrl,
  type LocalWorkspaceParts,
  type OpenedWorkspace,
} from '@bowline/workspace';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which implementation of a workspace the tests use. Default: `local`. */
    readonly workspace: 'local' | 'remote';
    /** Reaches a remote workspace across a link between network namespaces. */
    readonly link?: boolean;
  }
}

/** What both implementations have. */
export type TestWorkspace = Omit<OpenedWorkspace, 'machine'>;

/** Whether these tests run in a remote workspace. */
export const isRemote = inject('workspace') === 'remote';

/** Opens the implementation that the tests of this project are for: on this machine, or served and reached over TLS. */
export async function openTestWorkspace(parts: LocalWorkspaceParts): Promise<TestWorkspace> {
  return isRemote ? await openServedWorkspace(parts) : openLocalWorkspace(parts);
}

async function openServedWorkspace(parts: LocalWorkspaceParts): Promise<TestWorkspace> {
  const token = randomUUID();
  const stateFolder = mkdtempSync(join(tmpdir(), 'bowline-served-'));
  const machine = {
    home: parts.home ?? homedir(),
    platform: process.platform,
    sandbox: parts.sandbox?.isRequired === true ? ('required' as const) : ('off' as const),
    sandboxProblem: async () => undefined,
  };
  const served = await serveWorkspace({
    host: '127.0.0.1',
    port: 0,
    token,
    provider: { open: async () => ({ ...openLocalWorkspace(parts), machine }) },
    stateFolder,
  });
  const linked = inject('link') ? await openLinkedPort(served.port) : undefined;
  const provider = createRemoteProvider({
    url: toWorkspaceUrl({ ...served, port: linked?.port ?? served.port }),
    token,
    isProtected: () => parts.isProtected ?? (() => false),
    redaction: parts.redaction,
  });
  const workspace = await provider.open({ sessionId: 'tested' });
  return {
    ...workspace,
    close: () => {
      workspace.close();
      void served.close();
      linked?.close();
      rmSync(stateFolder, { recursive: true, force: true });
    },
  };
}
