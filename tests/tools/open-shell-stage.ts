import { createModelSetup } from '@bowline/providers';
import { openSession, type HostEnvironment, type OpenedSession } from '@bowline/assembly';
import type { ModelClient } from '@bowline/models';
import { createMessage, toText, type AgentEvent } from '@bowline/protocol';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findMarked, killMarked, type MarkedProcess } from '../kit/marked-processes.ts';

/** What the model received for a call, and how long that took. */
export interface Told {
  readonly text: string;
  readonly isError: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly ms: number;
}

/** A session with real processes, whose model makes the given tool calls. */
export interface ShellStage {
  readonly folder: string;
  /** Plays a turn with one call. */
  readonly call: (name: string, args: object, onEvent?: (event: AgentEvent) => void) => Promise<Told>;
  readonly abort: () => Promise<void>;
  /** Closes and reopens the session, like the next process would. */
  readonly reopen: () => Promise<void>;
  /** The running processes of its commands, without the supervisor. */
  readonly living: () => readonly MarkedProcess[];
  /** The peak memory of the supervisor, in MB. */
  readonly supervisorPeakMb: () => number;
  readonly close: () => Promise<void>;
}

const sourceSupervisor = fileURLToPath(import.meta.resolve('@bowline/workspace/supervisor'));

/** The message contains the call that the model makes. */
const model: ModelClient = {
  async *stream({ contents }) {
    const { text } = contents.at(-1)?.parts?.[0] ?? {};
    const parts = text === undefined ? [{ text: 'done' }] : [{ functionCall: JSON.parse(text) as object }];
    yield { content: { role: 'model', parts }, finishReason: 'STOP' };
  },
};

/** Opens it, optionally with another supervisor file. */
export async function openShellStage(supervisor: string = sourceSupervisor): Promise<ShellStage> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-shell-')));
  const mark = `shell-${randomUUID().slice(0, 8)}`;
  let made = 0;
  const machine: HostEnvironment = {
    sessionsFolder: join(folder, 'sessions'),
    home: join(folder, 'home'),
    bowlineHome: join(folder, 'home', '.bowline'),
    user: 'tester',
    owner: { pid: process.pid, host: 'here', name: 'shell-states' },
    node: { execPath: process.execPath, execArgv: ['--conditions=@bowline/source', '--no-warnings'], supervisor },
    environment: { PATH: process.env['PATH'] ?? '', TMPDIR: folder, SHELL_MARK: mark },
    platform: process.platform,
    version: '0',
    newId: () => `${mark}-${(made += 1)}`,
  };
  const open = (session?: { readonly resume: string }): Promise<OpenedSession> =>
    openSession(
      {
        workspace: folder,
        model: { name: 'scripted' },
        models: createModelSetup({ client: model }),
        approval: { mode: 'yolo' },
        isInteractive: false,
        ...(session === undefined ? {} : { session }),
      },
      machine,
    );
  let opened = await open();
  const marked = (isSupervisor: boolean): readonly MarkedProcess[] =>
    findMarked(mark).filter(({ command }) => command.includes(supervisor) === isSupervisor);
  return {
    folder,
    call: (name, args, onEvent) => call(opened, { name, args }, onEvent),
    abort: () => opened.session.abort(),
    reopen: async () => {
      await opened.close();
      opened = await open({ resume: opened.sessionId });
    },
    living: () => marked(false),
    supervisorPeakMb: () => {
      const status = readFileSync(`/proc/${marked(true)[0]?.pid ?? 'self'}/status`, 'utf8');
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    close: async () => {
      await opened.close();
      killMarked(mark);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function call(
  { session }: OpenedSession,
  request: object,
  onEvent: (event: AgentEvent) => void = () => undefined,
): Promise<Told> {
  const began = performance.now();
  let told: Told | undefined;
  for await (const event of session.sendStream(createMessage(JSON.stringify(request)))) {
    onEvent(event);
    if (event.type !== 'tool_response') continue;
    const ms = performance.now() - began;
    told = { text: toText(event.content), isError: event.isError, data: event.data ?? {}, ms };
  }
  if (told === undefined) throw new Error('the call was never answered');
  return told;
}
