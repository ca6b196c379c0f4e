import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewRecord } from '@bowline/log';
import type { FileState } from '@bowline/protocol';
import type { ParsedCall } from '@bowline/tools';
import { openFileHistory, type Workspace } from '@bowline/workspace';
import { expect, onTestFinished, test } from 'vitest';
import type { CallState, TurnState } from '../state/turn-state.ts';
import { FileTracker } from './file-tracker.ts';

/** A real file history, and a log that is no more than its records. */
function setUp() {
  const folder = mkdtempSync(join(tmpdir(), 'bl-tracker-'));
  const root = join(folder, 'root');
  mkdirSync(root);
  const history = openFileHistory(root, join(folder, 'files'));
  onTestFinished(async () => {
    await history.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const workspace: Partial<Workspace> = { root, history };
  const records: NewRecord[] = [];
  const turn: Pick<TurnState, 'checkpoints' | 'commandsEndedAt' | 'batch'> = {
    checkpoints: [],
    commandsEndedAt: null,
    batch: [],
  };
  const tracker = new FileTracker({
    workspace: workspace as Workspace,
    turn: () => turn,
    append: async (more) => {
      await Promise.resolve();
      records.push(...more);
    },
    onSlow: () => undefined,
  });
  const begin = async (callId: string, ...paths: readonly string[]) => {
    const parsed: Partial<ParsedCall> = { writes: () => paths.map((path) => join(root, path)) };
    const call: Partial<CallState> = { callId, effect: paths.length === 0 ? 'execute' : 'write' };
    return await tracker.begin(call as CallState, parsed as ParsedCall);
  };
  const end = async (callId: string, before: Awaited<ReturnType<typeof begin>>): Promise<void> => {
    records.push(...(await tracker.end({ callId } as CallState, before)));
  };
  const write = (path: string, text: string): void => {
    writeFileSync(join(root, path), text);
  };
  const changes = async () => {
    await tracker.settled();
    return records.flatMap(({ type, body }) =>
      type === 'files_changed'
        ? body.changes.map(({ path, before, after }) => [body.callId, path, sizeOf(before), sizeOf(after)])
        : [],
    );
  };
  return { begin, end, write, changes };
}

function sizeOf(state: FileState | null): number | undefined {
  return state?.kind === 'file' ? state.size : undefined;
}

test('a write is recorded although the look before a command comes between its start and its end', async () => {
  const { begin, end, write, changes } = setUp();
  const ofWrite = await begin('write', 'a');
  write('a', '1');
  const ofCommand = await begin('command');
  await end('write', ofWrite);
  write('a', '22');
  await end('command', ofCommand);
  expect(await changes()).toEqual([
    ['write', 'a', undefined, 1],
    ['command', 'a', 1, 2],
  ]);
});

test('a write and a command that change the same file at once report each change once, in order', async () => {
  const { begin, end, write, changes } = setUp();
  write('a', '1');
  const ofCommand = await begin('command');
  write('a', '22');
  const ofWrite = await begin('write', 'a');
  write('a', '333');
  await end('command', ofCommand);
  await changes();
  write('a', '4444');
  await end('write', ofWrite);
  expect(await changes()).toEqual([
    ['command', 'a', 1, 2],
    ['write', 'a', 2, 4],
  ]);
});

test('what the user changes between calls is recorded for none of them', async () => {
  const { begin, end, write, changes } = setUp();
  write('a', '1');
  await end('first', await begin('first'));
  await changes();
  write('a', '22');
  const second = await begin('second', 'a');
  write('a', '333');
  await end('second', second);
  write('b', 'mine');
  await end('third', await begin('third'));
  expect(await changes()).toEqual([['second', 'a', 2, 3]]);
});
