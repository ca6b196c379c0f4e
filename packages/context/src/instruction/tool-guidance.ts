import type { InstructionFacts } from './instruction-facts.ts';
import type { InstructionPart } from './instruction-part.ts';

const finders: readonly string[] = ['list_directory', 'read_file', 'glob', 'grep_search'];

/** Rules for all tool calls. What a tool does is in its declaration. Empty if there are no tools. */
export function createToolGuidancePart({ tools }: Pick<InstructionFacts, 'tools'>): readonly InstructionPart[] {
  if (tools.length === 0) return [];
  const offered = finders.filter((name) => tools.includes(name));
  const isShellToo = tools.includes('run_shell_command') && offered.length > 0;
  const lines = [
    'Independent tool calls in one step run in parallel. Paths can be absolute or relative to the workspace root.',
    ...(isShellToo ? [`To explore files, use ${offered.join(', ')} instead of shell commands.`] : []),
    'If a call was interrupted, its outcome is unknown: check the current state before you repeat it. If a call was denied, do not try to work around it.',
  ];
  return [{ name: 'tools', why: 'rules for all tool calls', text: lines.join('\n') }];
}
