import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { toReal } from '../disk/look.ts';
import { writeWholeFile } from '../files/write-whole-file.ts';
import type { WorkspaceMemory } from '../workspace.ts';
import { addFact } from './add-fact.ts';

/**
 * Facts remembered across sessions, in a file in Bowline's folder that the user can read and change. `strip` removes
 * invisible characters.
 */
export function createMemory(bowlineHome: string, strip: (text: string) => string): WorkspaceMemory {
  const path = join(bowlineHome, 'AGENTS.md');
  return {
    path,
    save: async (fact) => {
      const text = addFact(readOrEmpty(path), strip(fact));
      // Keeps a link, because some users store such files elsewhere.
      if (text !== undefined) writeWholeFile(toReal(path) ?? path, text);
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
