import { randomUUID } from 'node:crypto';
import { AgentError } from '@bowline/protocol';
import type { WorkspaceFiles } from '../workspace.ts';
import type { RemoteLink } from './remote-link.ts';

/** The files of a remote workspace. A write that is sent again is carried out once. */
export function createRemoteFiles(link: RemoteLink): WorkspaceFiles {
  return {
    info: async (path) => (await link.ask({ op: 'info', path })).value ?? undefined,
    read: async (path) => {
      const { value, body } = await link.ask({ op: 'read', path });
      if (value === null) return undefined;
      if (value.size === body.length) return body;
      throw new AgentError('SERVER_REFUSED', `The workspace sent ${body.length} of ${value.size} bytes of ${path}`);
    },
    write: async (path, data, { mode } = {}) => {
      const how = mode === undefined ? {} : { mode };
      await link.ask({ op: 'write', path, once: randomUUID(), ...how }, { body: data });
    },
    list: async (path) => (await link.ask({ op: 'list', path })).value ?? undefined,
    realPath: async (path) => (await link.ask({ op: 'realPath', path })).value,
  };
}
