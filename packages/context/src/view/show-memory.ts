import type { MemoryText } from './context-entry.ts';

/** Files for agents as the model is shown them when a call has touched their folder. */
export function showMemory(files: readonly MemoryText[]): string {
  return files
    .map(({ path, text }) => `Instructions from ${path}, for what is in that folder:\n${text.trim()}`)
    .join('\n\n');
}
