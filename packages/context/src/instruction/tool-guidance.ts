import type { InstructionFacts } from './instruction-facts.ts';
import type { InstructionPart } from './instruction-part.ts';

const finders: readonly string[] = ['list_directory', 'read_file', 'glob', 'grep_search'];

/** What holds for calls of any tool; what a tool is for stands in its declaration. Nothing when there are no tools. */
export function createToolGuidancePart({ tools }: Pick<InstructionFacts, 'tools'>): readonly InstructionPart[] {
  if (tools.length === 0) return [];
  const offered = finders.filter((name) => tools.includes(name));
  const isShellToo = tools.includes('run_shell_command') && offered.length > 0;
  const lines = [
    'Several independent calls in one step run at once. Paths may be relative to the workspace.',
    ...(isShellToo ? [`To look at files use ${offered.join(', ')} rather than commands.`] : []),
    'If a call was interrupted its outcome is unknown: look at the state of things before you repeat it. If one was denied, do not look for a way around it.',
  ];
  return [{ name: 'tools', why: 'what holds for calls of any tool', text: lines.join('\n') }];
}
