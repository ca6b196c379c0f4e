import type { CallItem } from '../../transcript/transcript.ts';

const tools: ReadonlySet<string> = new Set(['run_shell_command', 'background_process', 'write_to_process']);

/** Whether the output of a call is that of a command, which may redraw its lines. */
export function isCommand({ name, result }: Pick<CallItem, 'name' | 'result'>): boolean {
  return tools.has(name) || typeof result?.data?.['exitCode'] === 'number';
}
