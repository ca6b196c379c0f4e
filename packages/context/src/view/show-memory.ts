import type { MemoryText } from './context-entry.ts';

/** Memory files as the model sees them after a call used their directory. */
export function showMemory(files: readonly MemoryText[]): string {
  return files
    .map(({ path, text }) => `Instructions from ${path}, which apply to that directory:\n${text.trim()}`)
    .join('\n\n');
}
