import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import type { HostMemory } from '@bowline/tools';
import { addFact } from './add-fact.ts';

/** What is remembered from session to session: a file in our folder that people can read and change. */
export function createMemory(bowlineHome: string): HostMemory {
  const path = join(bowlineHome, 'AGENTS.md');
  return {
    path,
    save: async (fact) => {
      try {
        // Read and written in one go: another session of this machine may remember something too.
        const text = addFact(readOrEmpty(path), fact);
        if (text !== undefined) writeWhole(toReal(path), text);
        return text !== undefined;
      } catch (thrown) {
        const errno = errnoOf(thrown) ?? 'unknown';
        throw new AgentError('INTERNAL', `${path} cannot be written`, { details: { errno }, cause: thrown });
      }
    },
  };
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (errnoOf(thrown) === 'ENOENT') return '';
    throw thrown;
  }
}

/** A link stays one: people keep such files elsewhere. */
function toReal(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const written = `${path}.new`;
  writeFileSync(written, text, { mode: 0o600 });
  renameSync(written, path);
}

function errnoOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
}
