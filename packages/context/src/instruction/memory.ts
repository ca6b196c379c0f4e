import type { MemoryFile } from '../memory/memory-file.ts';
import type { InstructionFacts } from './instruction-facts.ts';
import type { InstructionPart } from './instruction-part.ts';

const HOW =
  'Memory files: what people wrote down for agents. Follow them. Where they differ, the later one counts, and what you are asked before any of them.';

/** What people want to be kept in mind; nothing when they wrote nothing down. */
export function createMemoryPart({ memory }: Pick<InstructionFacts, 'memory'>): readonly InstructionPart[] {
  if (memory.length === 0) return [];
  const why = `what people wrote down for agents, in ${memory.length === 1 ? '1 file' : `${memory.length} files`}`;
  return [{ name: 'memory', why, text: `${HOW}\n\n${toMemoryText(memory)}` }];
}

/** Each with its path. What is found on the way is no part of the instruction, and says which folder it is for. */
function toMemoryText(files: readonly MemoryFile[]): string {
  return files.map(({ path, text }) => `<memory path=${JSON.stringify(path)}>\n${text}\n</memory>`).join('\n\n');
}
