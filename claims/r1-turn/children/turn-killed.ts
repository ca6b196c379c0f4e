import { createModelSetup } from '@bowline/providers';
import {
  openSession,
  silenceAdk,
  type HostEnvironment,
  type OpenedSession,
  type SessionOptions,
} from '@bowline/assembly';
import { AgentError, createMessage, type AgentSend } from '@bowline/protocol';
import { defineTool, succeed } from '@bowline/tools';
import { createHook } from 'node:async_hooks';
import { appendFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { noteAcks } from '../../kills/acked-records.ts';
import { messageOf, SESSION, turnModel, turnPlaces, type TurnForm } from '../turn-script.ts';
import { watchIo } from '../../kills/watch-io.ts';

/**
 * Runs or resumes a turn and kills itself at the `at`th await point. With the unit `touches` it counts only the await
 * points before which something was read or written, or at which an event arrived.
 */
const [, , folder = '', supervisor = '', form = 'steps', acks = '', unit = 'points', at = 'Infinity'] = process.argv;
const places = turnPlaces(folder);
const isOfTouches = unit === 'touches';
let points = 0;
let touches = 0;
let made = 0;

const appendNote = defineTool({
  name: 'append_note',
  description: 'Appends a line to the file of effects.',
  effect: 'write',
  input: z.object({ text: z.string() }),
  run: async ({ text }) => {
    await delay(1);
    appendFileSync(places.effects, `${text}\n`);
    await delay(1);
    return succeed(`${text} was appended`);
  },
});

const machine: HostEnvironment = {
  sessionsFolder: places.sessions,
  home: join(folder, 'home'),
  bowlineHome: join(folder, 'home', '.bowline'),
  grammars: {
    runtime: join(import.meta.dirname, 'web-tree-sitter.wasm'),
    grammar: join(import.meta.dirname, 'tree-sitter-bash.wasm'),
  },
  user: 'tester',
  owner: { pid: process.pid, host: 'here', name: 'turn-killed' },
  node: { execPath: process.execPath, execArgv: process.execArgv, supervisor },
  environment: { PATH: process.env['PATH'] ?? '', TMPDIR: folder },
  platform: process.platform,
  version: '0',
  newId: () => `${process.pid}-${(made += 1)}`,
};

async function open(session: NonNullable<SessionOptions['session']>): Promise<OpenedSession> {
  const tools = { own: [appendNote] };
  const { workspace } = places;
  return await openSession(
    {
      workspace,
      model: { name: 'scripted' },
      models: createModelSetup({ client: turnModel }),
      approval: { mode: 'yolo' },
      isInteractive: false,
      session,
      tools,
    },
    machine,
  );
}

/** Resumes the session, or creates it if nothing of it exists. */
async function openOrCreate(): Promise<OpenedSession> {
  try {
    return await open({ resume: SESSION });
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'SESSION_NOT_FOUND') throw thrown;
    return await open({ id: SESSION });
  }
}

async function hasPlayed({ session }: OpenedSession): Promise<boolean> {
  for await (const { type } of session.events()) if (type === 'agent_end') return true;
  return false;
}

async function play(): Promise<void> {
  const opened = acks.endsWith('.first') ? await open({ id: SESSION }) : await openOrCreate();
  const send: AgentSend =
    opened.unfinished === null ? createMessage(messageOf(form as TurnForm)) : { action: { name: 'resume' } };
  const isPlayed = opened.unfinished === null && (await hasPlayed(opened));
  if (!isPlayed) for await (const _ of opened.session.sendStream(send));
  await opened.close();
}

silenceAdk(); // stdout is for the counts
noteAcks(acks, join(folder, 'scratch'));
const hasTouched = watchIo();
/**
 * Resources that continue without the event loop. Any other is an external event, with a possible system call behind
 * it.
 */
const inOneGo: ReadonlySet<string> = new Set(['PROMISE', 'TickObject', 'Microtask']);
const events = new Set<number>();
const hook = createHook({
  // Promises are not tracked without `init`.
  init: (id, type) => {
    if (!inOneGo.has(type)) events.add(id);
  },
  before: (id) => {
    points += 1;
    if (hasTouched() || events.has(id)) touches += 1;
    if ((isOfTouches ? touches : points) >= Number(at)) process.kill(process.pid, 'SIGKILL');
  },
}).enable();
await play();
hook.disable();
writeSync(1, `${points} ${touches}`);
