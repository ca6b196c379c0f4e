import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import type { WorkspaceMemory } from '@bowline/workspace';
import { toRealPath } from '@bowline/guard';
import { writeWholeFile } from '@bowline/workspace';
import { addFact } from './add-fact.ts';

/** What is remembered from session to session: a file in our folder that people can read and change. */
export function createMemory(bowlineHome: string): WorkspaceMemory {
  const path = join(bowlineHome, 'AGENTS.md');
  return {
    path,
    save: async (fact) => {
      // Read and written in one go: another session of this machine may remember something too.
      const text = addFact(readOrEmpty(path), fact);
      // A link stays one: people keep such files elsewhere.
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
