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

/** Memory files as a model is shown them, each with its path; also for those that are found on the way. */
export function toMemoryText(files: readonly Pick<MemoryFile, 'path' | 'text'>[]): string {
  return files.map(({ path, text }) => `<memory path=${JSON.stringify(path)}>\n${text}\n</memory>`).join('\n\n');
}
