import type { OpenedWorkspace, Workspace } from '@bowline/workspace';

/** The background commands of a session: this process's and those of earlier ones. */
export interface SessionBackground {
  readonly list: Workspace['commands']['background'];
  /** The end of a command's output. */
  readonly read: (key: string) => Promise<string>;
  readonly stop: (key: string) => Promise<void>;
}

/** Access to the background commands, and the end of all of them, which resolves to the commands. */
export function backgroundOf(workspace: Pick<OpenedWorkspace, 'commands' | 'endBackground'>): {
  readonly background: SessionBackground;
  readonly endBackground: () => Promise<readonly string[]>;
} {
  const { commands } = workspace;
  return {
    background: {
      list: () => commands.background(),
      read: (key) => commands.recent(key),
      stop: async (key) => {
        await (await commands.find(key))?.kill();
      },
    },
    endBackground: async () => (await workspace.endBackground()).map(({ command }) => command),
  };
}
