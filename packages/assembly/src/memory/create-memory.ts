import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import type { WorkspaceMemory } from '@bowline/workspace';
import { toRealPath } from '@bowline/guard';
import { writeWholeFile } from '@bowline/workspace';
import { addFact } from './add-fact.ts';

/** Facts remembered across sessions, in a file in Bowline's folder that the user can read and change. */
export function createMemory(bowlineHome: string): WorkspaceMemory {
  const path = join(bowlineHome, 'AGENTS.md');
  return {
    path,
    save: async (fact) => {
      // Reads and writes without a pause, because another session of this machine may save a fact in between.
      const text = addFact(readOrEmpty(path), fact);
      // Keeps a link, because some users store such files elsewhere.
      if (text !== undefined) writeWholeFile(toRealPath(path) ?? path, text);
      return text !== undefined;
    },
  };
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    const errno = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    if (errno === 'ENOENT') return '';
    throw new AgentError('STORE_FAILED', `Cannot read ${path}`, {
      hint: 'Check its permissions, or remove it',
      details: { errno },
      cause: thrown,
    });
  }
}
