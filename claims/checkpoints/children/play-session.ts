import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '@google/genai';
import { isVisible, openStore, toVisibleRanges } from '@bowline/log';
import type { ModelClient } from '@bowline/models';
import { openHere } from '../../../packages/sdk/src/open-here.ts';
import { say } from '../../../tests/turns/view-model.ts';
import type { Operation } from '../plan-round.ts';

/** What to play, and where. After a kill, the same orders continue after the last operation that was finished. */
interface Orders {
  readonly folder: string;
  readonly supervisor: string;
  readonly operations: readonly Operation[];
}

const { folder, supervisor, operations } = JSON.parse(process.argv[2] ?? '') as Orders;
const [root, done] = [join(folder, 'root'), join(folder, 'done')];
const isDone = (path: string): boolean => existsSync(path);
const finished = isDone(done) ? readFileSync(done, 'utf8').trimEnd().split('\n').length : 0;

/** Calls what the message says, and answers when it has the results. */
const client: ModelClient = {
  async *stream({ contents }) {
    const last = contents.at(-1);
    const said = last?.parts?.find(({ text }) => text?.startsWith('operation ') === true)?.text;
    const operation = operations[Number(said?.slice('operation '.length))];
    yield await Promise.resolve(operation?.kind === 'message' ? callAll(operation) : say('done'));
  },
};

function callAll({ calls }: Extract<Operation, { kind: 'message' }>): { content: Content; finishReason: 'STOP' } {
  const parts = calls.map(({ name, args }) => ({ functionCall: { name, args } }));
  return { content: { role: 'model', parts }, finishReason: 'STOP' } as const;
}

const fileBeside = (name: string): string => join(import.meta.dirname, name);
const { pid, execPath, platform } = process;
const home = join(folder, 'home');
const sessions = join(home, 'sessions');
const bowline = await openHere(
  {
    workspace: root,
    client,
    approval: { mode: 'yolo' },
    session: isDone(join(sessions, 'round')) ? { resume: 'round' } : { id: 'round' },
  },
  {
    ...{ name: 'test', version: '0', pid, execPath, platform, home },
    execArgv: ['--no-warnings'],
    supervisor,
    grammars: { runtime: fileBeside('web-tree-sitter.wasm'), grammar: fileBeside('tree-sitter-bash.wasm') },
    env: { PATH: process.env['PATH'], BOWLINE_HOME: home },
  },
);
const { session } = bowline;

/** The messages that count. */
async function readMessages(): Promise<readonly string[]> {
  const store = openStore({ root: sessions });
  const reader = await store.openReader('round');
  try {
    const visible = toVisibleRanges(await reader.rewinds(), reader.head.seq);
    const ids: string[] = [];
    for await (const { seq, type, id } of reader.read())
      if (type === 'user_message' && isVisible(visible, seq)) ids.push(id);
    return ids;
  } finally {
    await reader.close();
    await store.close();
  }
}

async function waitForEnd(): Promise<void> {
  while ((await session.status()).activeStreamId !== null) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function play(operation: Operation, n: number): Promise<void> {
  switch (operation.kind) {
    case 'message':
      await session.send({ message: { messageId: `m${n}`, content: [{ type: 'text', text: `operation ${n}` }] } });
      await session.send({ action: { name: 'resume' } });
      await waitForEnd();
      return;
    case 'edit':
      mkdirSync(join(root, 'mine'), { recursive: true });
      writeFileSync(join(root, 'mine', `${n % 3}.txt`), operation.text);
      return;
    case 'rewind': {
      const before = (await readMessages())[operation.to];
      // If there is no such message any more, the process died after the rewind, and opening the session has completed it.
      if (before !== undefined) await session.send({ action: { name: 'rewind', data: { before, files: true } } });
      return;
    }
    case 'undo':
      await undo(n);
      return;
  }
}

/** Undoes the last rewind, unless a process did that before it died. */
async function undo(n: number): Promise<void> {
  const count = (await readMessages()).length;
  const before = join(folder, `messages-${n}`);
  if (!isDone(before)) writeFileSync(before, `${count}`);
  if (Number(readFileSync(before, 'utf8')) !== count) return;
  await session.send({ action: { name: 'rewind', data: { undo: true } } });
}

session.subscribe((event) => {
  if (event.type === 'tool_response')
    appendFileSync(join(folder, 'calls'), `${event.name} ${event.errorType ?? 'made'}\n`);
  if (event.type === 'notice') appendFileSync(join(folder, 'notices'), `${event.code}: ${event.text}\n`);
});
for (const [n, operation] of operations.entries()) {
  if (n < finished) continue;
  appendFileSync(join(folder, 'begun'), `${n}\n`);
  await play(operation, n);
  const copy = join(folder, 'copies', String(n));
  rmSync(copy, { recursive: true, force: true });
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  appendFileSync(done, `${operation.kind}\n`);
}
await bowline.close();
