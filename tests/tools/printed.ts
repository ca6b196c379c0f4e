import type { HostCommand } from '@bowline/tools';

/** Resolves with what a command printed, once it holds a text. */
export function printed(command: HostCommand, text: string): Promise<string> {
  return new Promise((resolve) => {
    let all = '';
    command.onOutput((more) => {
      all += more;
      if (all.includes(text)) resolve(all);
    });
  });
}
