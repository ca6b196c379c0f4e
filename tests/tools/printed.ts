import type { WorkspaceCommand } from '@bowline/workspace';

/** Resolves with what a command printed, once it holds a text. */
export function printed(command: WorkspaceCommand, text: string): Promise<string> {
  return new Promise((resolve) => {
    let all = '';
    command.onOutput((more) => {
      all += more;
      if (all.includes(text)) resolve(all);
    });
  });
}
