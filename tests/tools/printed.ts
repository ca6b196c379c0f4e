import type { WorkspaceCommand } from '@bowline/workspace';

/** Resolves to the output of a command once it contains a text. */
export function printed(command: WorkspaceCommand, text: string): Promise<string> {
  return new Promise((resolve) => {
    let all = '';
    command.onOutput((more) => {
      all += more;
      if (all.includes(text)) resolve(all);
    });
  });
}
