import { AgentError, toText } from '@bowline/protocol';
import { expect, test } from 'vitest';
import type { ToolOutcome } from '../define-tool.ts';
import type { WorkspaceMemory, Workspace } from '@bowline/workspace';
import { saveMemory } from './save-memory.ts';

async function run(fact: string, memory?: WorkspaceMemory): Promise<ToolOutcome | string> {
  const parsed = saveMemory.parse({ fact });
  if (!parsed.ok) return parsed.text;
  const { signal } = new AbortController();
  return parsed.call.run({ workspace: { memory } as Workspace, signal, key: 'k', update: () => {} });
}
const memoryOf = (save: WorkspaceMemory['save']): WorkspaceMemory => ({ path: '/home/me/.bowline/AGENTS.md', save });

test('saves a fact and says whether it was new', async () => {
  const kept: string[] = [];
  const memory = memoryOf(async (fact) => kept.push(fact) === 1);
  const words = [await run(' likes tabs ', memory), await run('likes tabs', memory)].map((outcome) =>
    typeof outcome === 'string' ? outcome : toText(outcome.content),
  );
  expect(kept).toEqual(['likes tabs', 'likes tabs']);
  expect(words).toEqual(['Remembered: likes tabs', 'This fact was already saved.']);
});

test('declares the file that it writes', () => {
  const parsed = saveMemory.parse({ fact: 'x' });
  const workspace = { memory: memoryOf(async () => true) } as Workspace;
  expect(parsed.ok && parsed.call.writes(workspace)).toEqual(['/home/me/.bowline/AGENTS.md']);
});

test('reports why a fact cannot be saved', async () => {
  const full = memoryOf(async () => {
    throw new AgentError('INTERNAL', 'it cannot be written', { details: { errno: 'ENOSPC' } });
  });
  expect(await run('x', full)).toMatchObject({ ok: false, errorType: 'file_error' });
  expect(await run('x')).toMatchObject({ ok: false, errorType: 'memory_unavailable' });
  expect(await run(' ')).toContain('Invalid arguments for save_memory');
});
