import type { ToolScope } from '../define-tool.ts';
import type { WorkspaceCommand } from '@bowline/workspace';
import { DisplayStream } from './display-text.ts';

/** Reports output as it arrives, with colors. */
export function showOutput(command: Pick<WorkspaceCommand, 'onOutput'>, update: ToolScope['update']): void {
  const stream = new DisplayStream();
  command.onOutput((output) => {
    const text = stream.push(output);
    if (text !== '') update(text);
  });
}
