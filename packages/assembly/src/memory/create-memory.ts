import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import type { HostMemory } from '@bowline/tools';
import { toRealPath } from '../trust/to-real-path.ts';
import { writeWholeFile } from '../write-whole-file.ts';
import { addFact } from './add-fact.ts';

/** What is remembered from session to session: a file in our folder that people can read and change. */
export function createMemory(bowlineHome: string): HostMemory {
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
    throw new AgentError('STORE_FAILED', `${path} cannot be read`, {
      hint: 'check its permissions, or move it away',
      details: { errno },
      cause: thrown,
    });
  }
}
