import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError, AgentSession, type ApprovalMode } from '@bowline/protocol';
import { openStore, type LogOwner, type NewRecord, type SessionLog, type SessionStore } from '@bowline/log';
import type { FallbackRules } from '@bowline/models';
import { openAgent, type AgentParts, type OpenAgent } from '@bowline/runtime';
import { builtInTools, openLocalHost, type Tool } from '@bowline/tools';
import { decideByMode } from './decide-by-mode.ts';
import { createInstruction } from './instruction.ts';
import type { ModelSetup } from './models/set-up-models.ts';

/** What only the program around us knows of the machine. */
export interface Machine {
  /** Where sessions are kept. */
  readonly sessionsFolder: string;
  readonly owner: LogOwner;
  /** How to start a process of ours: the node binary, its flags, and the supervisor's file. */
  readonly node: { readonly execPath: string; readonly execArgv: readonly string[]; readonly supervisor: string };
  /** For commands; already without anything secret. */
  readonly environment: Readonly<Record<string, string>>;
  readonly platform: string;
  readonly version: string;
  readonly newId: () => string;
  readonly ripgrep?: string | undefined;
}

/** What a person or an embedder wants of a session. */
export interface SessionWishes {
  readonly workspace: string;
  readonly directories?: readonly string[];
  readonly models: ModelSetup;
  /** The model, tier or `auto` that is asked for by name; else what the session had, else what `models` says. */
  readonly model?: string | undefined;
  /** What to do when a model cannot be had: asks where somebody can answer, else switches where the chain allows. */
  readonly fallback?: FallbackRules['fallback'] | undefined;
  /** Where no model is left: wait for the quota, or fail. */
  readonly onQuota?: FallbackRules['onQuota'] | undefined;
  readonly mode?: ApprovalMode | undefined;
  /** Somebody is there to answer questions. */
  readonly isInteractive: boolean;
  readonly maxTurns?: number | undefined;
  /** Ceilings over a turn and everything that is asked in it. */
  readonly maxTokens?: number | undefined;
  readonly maxCost?: number | undefined;
  /** A new session unless told; `latest` is the newest of this workspace. */
  readonly session?: { readonly id?: string; readonly resume?: string; readonly takeover?: boolean };
  /** In place of or besides the built-in tools, and those that the host runs. */
  readonly tools?: {
    readonly own?: readonly Tool[];
    readonly host?: AgentParts['hostTools'];
    readonly isBuiltIn?: boolean;
  };
}

/** A session that is open here. */
export interface OpenedSession {
  readonly session: AgentSession;
  readonly sessionId: string;
  /** The stream that a dead process left open; `resume` goes on with it. */
  readonly unfinished: string | null;
  readonly warnings: readonly string[];
  readonly close: () => Promise<void>;
}

const MAX_TURNS = 100;

/** Opens a session on this machine. Read this file to know what a session is made of. */
export async function openSession(wishes: SessionWishes, machine: Machine): Promise<OpenedSession> {
  const store = openStore({ root: machine.sessionsFolder });
  try {
    const log = await openLog(store, wishes, machine);
    const folder = join(machine.sessionsFolder, log.sessionId, 'artifacts');
    const directories = [...(wishes.directories ?? []), folder];
    const host = openLocalHost({
      workspace: wishes.workspace,
      directories,
      stateFolder: join(folder, 'commands'),
      supervisorEntry: machine.node.supervisor,
      execPath: machine.node.execPath,
      execArgv: machine.node.execArgv,
      env: machine.environment,
      ...(machine.ripgrep === undefined ? {} : { ripgrepPath: machine.ripgrep }),
    });
    const agent = await openAgent({
      log,
      model: { ...wishes.models, rules: rulesOf(wishes) },
      instruction: () => instructionOf(wishes, machine),
      tools: [...(wishes.tools?.isBuiltIn === false ? [] : builtInTools), ...(wishes.tools?.own ?? [])],
      hostTools: wishes.tools?.host ?? [],
      host,
      decide: decideByMode(wishes.isInteractive),
      spill: async (name, text) => spill(folder, name, text),
      limits: { maxTurns: wishes.maxTurns ?? MAX_TURNS, maxTokens: wishes.maxTokens, maxCost: wishes.maxCost },
      seams: { plugins: [], newId: machine.newId, onFault: () => undefined },
    });
    const unfinished = (await agent.status()).activeStreamId;
    const close = async (): Promise<void> => {
      await closeAll(agent, host, store);
    };
    return { session: new AgentSession(agent), sessionId: log.sessionId, unfinished, warnings: log.warnings, close };
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

function rulesOf({ fallback, onQuota = 'fail', isInteractive }: SessionWishes): FallbackRules {
  return { fallback: fallback ?? (isInteractive ? 'ask' : 'switch'), onQuota };
}

async function closeAll(agent: OpenAgent, host: { readonly close: () => void }, store: SessionStore): Promise<void> {
  try {
    await agent.close();
  } finally {
    host.close();
    await store.close();
  }
}

async function openLog(store: SessionStore, wishes: SessionWishes, machine: Machine): Promise<SessionLog> {
  const { owner } = machine;
  const { id, resume, takeover = false } = wishes.session ?? {};
  if (resume === undefined) {
    const sessionId = id ?? machine.newId();
    const log = await store.open(sessionId, { owner, create: true });
    await log.append(firstRecords(sessionId, wishes, machine));
    return log;
  }
  const found = await store.find(resume, resume === 'latest' ? { workspace: wishes.workspace } : {});
  if (found === undefined) {
    throw new AgentError(
      'SESSION_NOT_FOUND',
      resume === 'latest' ? `no session in ${wishes.workspace} yet` : `no session ${resume}`,
      {
        hint: 'bowline sessions list shows those there are',
      },
    );
  }
  const log = await store.open(found.sessionId, { owner, takeover });
  const changes = changesOf(wishes, owner.name);
  if (changes.length > 0) await log.append(changes);
  return log;
}

function firstRecords(sessionId: string, wishes: SessionWishes, { version }: Machine): NewRecord[] {
  const { workspace, models, model = models.name, mode = 'default' } = wishes;
  const started: NewRecord = {
    type: 'session_started',
    body: { sessionId, workspace, agent: 'main', versions: { bowline: version }, settings: { model, mode } },
  };
  return mode === 'default' ? [started] : [started, { type: 'mode_changed', body: { mode } }];
}

/** What is asked for by name when a session is resumed, as records; what is not stays as the session has it. */
function changesOf({ model, mode }: SessionWishes, by: string): NewRecord[] {
  return [
    ...(model === undefined ? [] : [{ type: 'model_requested', body: { model } } as const]),
    ...(mode === undefined ? [] : [{ type: 'mode_changed', body: { mode, by } } as const]),
  ];
}

function instructionOf({ workspace, directories = [], isInteractive }: SessionWishes, { platform }: Machine): string {
  return createInstruction({
    workspace,
    directories,
    platform,
    isInteractive,
    date: new Date().toISOString().slice(0, 10),
  });
}

function spill(folder: string, name: string, text: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name.replace(/[^\w.-]/g, '_'));
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}
