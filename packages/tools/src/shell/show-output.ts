import type { ToolScope } from '../define-tool.ts';
import type { HostCommand } from '../tool-host.ts';
import { DisplayStream } from './display-text.ts';

/** Shows what a command prints as it comes, with its colours. */
export function showOutput(command: Pick<HostCommand, 'onOutput'>, update: ToolScope['update']): void {
  const stream = new DisplayStream();
  command.onOutput((output) => {
    const text = stream.push(output);
    if (text !== '') update(text);
  });
}
