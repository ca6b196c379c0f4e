import type { FileHistory } from '../workspace.ts';
import type { RemoteLink } from './remote-link.ts';

/** The history of files in a remote workspace, kept there. */
export function createRemoteHistory(link: RemoteLink): FileHistory {
  return {
    hold: async (paths) => (await link.ask({ op: 'hold', paths: [...paths] })).value,
    settle: async (held) => (await link.ask({ op: 'settle', held: [...held] })).value,
    undo: async (steps, key) =>
      (await link.ask({ op: 'undo', steps: steps.map((changes) => [...changes]), key })).value,
  };
}
