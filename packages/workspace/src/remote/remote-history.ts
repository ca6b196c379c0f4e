import type { FileChange } from '@bowline/protocol';
import type { FileHistory } from '../workspace.ts';
import type { RemoteLink } from './remote-link.ts';

/** The history of files in a remote workspace, kept there. */
export function createRemoteHistory(link: RemoteLink): FileHistory {
  return {
    checkpoint: async ({ since = [], writing = [], ...options } = {}) =>
      (await link.ask({ op: 'checkpoint', ...options, since: [...since], writing: [...writing] })).value,
    hold: async (paths) => (await link.ask({ op: 'hold', paths: [...paths] })).value,
    settle: async (held) => (await link.ask({ op: 'settle', held: [...held] })).value,
    undo: async (steps, key, overwrite = []) =>
      (await link.ask({ op: 'undo', steps: toSteps(steps), key, overwrite: [...overwrite] })).value,
    preview: async (steps, overwrite = []) =>
      (await link.ask({ op: 'previewUndo', steps: toSteps(steps), overwrite: [...overwrite] })).value,
    compare: async (steps) => (await link.ask({ op: 'compare', steps: toSteps(steps) })).value,
  };
}

const toSteps = (steps: readonly (readonly FileChange[])[]): FileChange[][] => steps.map((changes) => [...changes]);
