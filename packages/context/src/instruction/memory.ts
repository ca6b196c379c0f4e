import type { MemoryFile } from '../memory/memory-file.ts';
import type { InstructionFacts } from './instruction-facts.ts';
import type { InstructionPart } from './instruction-part.ts';

const HOW =
  'Memory files contain instructions from the user and the project. Follow them. If they conflict, later files take precedence, and the user’s requests take precedence over all files.';

/** The memory files. Empty if there are none. */
export function createMemoryPart({ memory }: Pick<InstructionFacts, 'memory'>): readonly InstructionPart[] {
  if (memory.length === 0) return [];
  const why = `instructions for agents, from ${memory.length === 1 ? '1 file' : `${memory.length} files`}`;
  return [{ name: 'memory', why, text: `${HOW}\n\n${toMemoryText(memory)}` }];
}

/** Each file with its path. Files that are found later are not part of the instruction and name their directory. */
function toMemoryText(files: readonly MemoryFile[]): string {
  return files.map(({ path, text }) => `<memory path=${JSON.stringify(path)}>\n${text}\n</memory>`).join('\n\n');
}
