import { resolve } from 'node:path';
import {
  forkSession,
  openSession,
  type OpenedSession,
  type SessionBackground,
  type SessionOptions,
} from '@bowline/assembly';
import { setUpModels, type HostModels } from '@bowline/providers';
import { watchSession, type SessionOwner, type SessionSocket } from '@bowline/attach';
import { type OpenedSettings } from '@bowline/settings';
import { providerOf } from '@bowline/models';
import { AgentError } from '@bowline/protocol';
import type { BackgroundTasks, OpenedTui, SessionChoice, WatchedOwner } from '@bowline/tui';
import type { CommandEnv, PromptArguments } from '../command.ts';
import { openSessionSettings } from '../session/open-session-settings.ts';
import { tryOpenSocket } from '../session/try-open-socket.ts';
import { screenTexts } from '../texts/screen-texts.ts';
import { describeStart } from './describe-start.ts';
import { createConnecting } from './connect-model.ts';
import { askKey, askTrust, findTrustQuestion } from './first-questions.ts';
import { readTitle, removeSession } from './list-sessions.ts';
import { comeToRest, type SessionKeeper } from './session-keeper.ts';

/** What was asked, and `keyless` for an answer to `key`: a model that needs no key. */
export type Asked = 'trust' | 'key' | 'keyless';

/** How a session is opened for the TUI. */
export interface ScreenOpening {
  readonly choice: SessionChoice;
  readonly args: PromptArguments;
  /** The session that the command line asks for; its options apply. */
  readonly isFirst: boolean;
  readonly isAttach: boolean;
  readonly keeper: SessionKeeper;
  /** Whether a process of this machine runs. */
  readonly isRunning: (pid: number) => boolean;
  /** Warnings about settings that were already shown. */
  readonly told: Set<string>;
  /** The id of a new session, if a question was asked before it was opened. */
  readonly sessionId?: string | undefined;
  /** What was already asked since the start. */
  readonly asked: Set<Asked>;
}

/** Opens a session, or attaches to it if another process has it open. */
export async function openForScreen(opening: ScreenOpening, env: CommandEnv): Promise<OpenedTui> {
  const { choice, isAttach } = opening;
  if (isAttach && choice.kind === 'resume') return await attach(choice.sessionId, opening, env);
  try {
    return await openHere(opening, env);
  } catch (thrown) {
    const isBusy = AgentError.is(thrown) && thrown.code === 'SESSION_BUSY';
    if (!isBusy || choice.kind !== 'resume') throw thrown;
    return await attach(choice.sessionId, opening, env);
  }
}

async function openHere(opening: ScreenOpening, env: CommandEnv): Promise<OpenedTui> {
  const { choice, args, keeper } = opening;
  const isNew = choice.kind === 'new';
  const settings = openSessionSettings(args, env);
  const models = setUp(args, settings.here, env);
  const missing = findMissingKey(models, args.model);
  const sessionId = opening.sessionId ?? idFor(opening, env);
  const question = firstQuestion({ ...opening, sessionId }, { settings: settings.here, env });
  if (question !== undefined) return question;
  const session = {
    takeover: choice.kind === 'resume' && choice.isTakeover === true,
    ignoresOldCommands: args.ignoresOldCommands,
    ...(isNew ? { id: sessionId } : { resume: await resumed(choice, env) }),
  };
  const opened = await openSession({ ...optionsOf(opening, env), models, session, settings: settings.of }, env.machine);
  const keep = (shown: OpenedTui): OpenedTui =>
    keeper.keep(shown, {
      isNew,
      forget: async () => {
        await removeSession(opened.sessionId, env);
      },
    });
  if (missing !== undefined && isDue('key', opening)) {
    opening.asked.add('key');
    // It is opened again once a model is connected. All else is said then.
    const present = providerOf(args.model ?? models.name);
    const onKeyless = (): void => void opening.asked.add('keyless');
    const connecting = createConnecting({ present, settings: settings.here, onKeyless }, env);
    return keep({ ...toOpened(opened, { warnings: [], socket: undefined }), connecting });
  }
  const ignored = [...settings.warnings(), ...models.warnings].filter((text) => !opening.told.has(text));
  for (const text of ignored) opening.told.add(text);
  const notes = await describeChoice(choice, opened.sessionId, env);
  const warnings = [...opened.warnings, ...ignored, ...toLack(missing, opening)];
  const started = { agent: opened.session, models, settings: settings.here, directories: args.directories, isNew };
  const [start, socket] = await Promise.all([describeStart(started, env), tryOpenSocket(opened, env)]);
  const isUnconnected = isNew && missing !== undefined;
  return keep({ ...toOpened(opened, { warnings, socket }), notes, isUnconnected, ...start });
}

/** Who chose a model without a key was told what to do, and needs none. */
function toLack(missing: string | undefined, { asked }: ScreenOpening): readonly string[] {
  return missing === undefined || asked.delete('keyless') ? [] : [missing];
}

/** What changed while the session was closed, or what a fork made. */
async function describeChoice(choice: SessionChoice, fork: string, env: CommandEnv): Promise<readonly string[]> {
  if (choice.kind === 'resume') return choice.notes ?? [];
  if (choice.kind === 'new') return [];
  return [screenTexts.forked(await readTitle(fork, env), toBriefId(fork), toBriefId(choice.sessionId))];
}

/** The part of an id that Bowline made which identifies a session on this machine. */
function toBriefId(sessionId: string): string {
  return /^([\da-z]{8,})-[\da-f]{10}$/.exec(sessionId)?.[1] ?? sessionId;
}

/** The question to ask before this session opens: one that was requested, or for trust. */
function firstQuestion(
  opening: ScreenOpening & { readonly sessionId: string },
  { settings, env }: FirstFacts,
): OpenedTui | undefined {
  const { choice, asked } = opening;
  const asks = choice.kind === 'fork' ? undefined : choice.asks;
  const waiting = {
    sessionId: choice.kind === 'resume' ? choice.sessionId : opening.sessionId,
    open: async () => await openHere({ ...opening, choice: withoutAsks(choice) }, env),
  };
  const question = findTrustQuestion(settings, env, asks?.kind === 'trust');
  if (question !== undefined && (asks?.kind === 'trust' || isDue('trust', opening))) {
    asked.add('trust');
    return askTrust({ ...waiting, question }, env);
  }
  if (asks?.kind !== 'key') return undefined;
  return askKey({ ...waiting, settings, provider: asks.provider }, env);
}

/** A new session asks once since the start. */
function isDue(kind: 'trust' | 'key', { choice, asked }: ScreenOpening): boolean {
  return choice.kind === 'new' && !asked.has(kind);
}

function withoutAsks(choice: SessionChoice): SessionChoice {
  if (choice.kind === 'fork') return choice;
  const { asks: _, ...rest } = choice;
  return rest;
}

interface FirstFacts {
  readonly settings: OpenedSettings;
  readonly env: CommandEnv;
}

function setUp({ recordTo, replayFrom }: PromptArguments, settings: OpenedSettings, env: CommandEnv): HostModels {
  const { bowlineHome } = env.machine;
  return setUpModels({ env: env.env, home: env.home, bowlineHome, settings, recordTo, replayFrom });
}

/** The id of a new session. The command line's id is for the first one. */
function idFor({ args, isFirst }: ScreenOpening, { machine }: CommandEnv): string {
  return (isFirst ? args.sessionId : undefined) ?? machine.newId();
}

/** The session options of the command line. A resumed session keeps its own model and mode. */
function optionsOf(
  { choice, args, isFirst }: ScreenOpening,
  { cwd: workspace }: CommandEnv,
): Omit<SessionOptions, 'models' | 'settings' | 'session'> {
  const { limits, loopDetection, isTrusted, policies, sandbox } = args;
  const { model: name, mode } = isFirst || choice.kind === 'new' ? args : {};
  return {
    workspace: args.workspace ?? workspace,
    directories: args.directories.map((folder) => resolve(workspace, folder)),
    isInteractive: true,
    model: { name, fallback: args.mayFallBack ? 'ask' : 'never', onQuota: args.onQuota ?? 'wait' },
    approval: { mode, policies: policies.map((file) => resolve(workspace, file)) },
    trust: { isTrusted },
    sandbox: { mode: sandbox },
    limits,
    context: { loopDetection },
  };
}

async function resumed(choice: Exclude<SessionChoice, { kind: 'new' }>, env: CommandEnv): Promise<string> {
  return choice.kind === 'fork' ? await forkSession(choice, env.machine) : choice.sessionId;
}

/** The warning about a missing key. The session opens without it, so that a key can be entered. */
function findMissingKey(models: HostModels, model: string | undefined): string | undefined {
  try {
    models.requireKey(model ?? models.name);
    return undefined;
  } catch (thrown) {
    const { message, hint = screenTexts.authHint } = AgentError.from(thrown);
    return `${message}. ${hint}`;
  }
}

function toOpened(
  { session, unfinished, background, close }: OpenedSession,
  { warnings, socket }: { readonly warnings: readonly string[]; readonly socket: SessionSocket | undefined },
): OpenedTui {
  return {
    agent: session,
    warnings,
    isUnfinished: unfinished !== null,
    isAttached: false,
    tasks: toTasks(background),
    close: async () => {
      socket?.close();
      await comeToRest(session);
      await close();
    },
  };
}

function toTasks({ list, read, stop }: SessionBackground): BackgroundTasks {
  return {
    list: async () =>
      (await list()).map(({ key, command, status, startedAt, end, ports = [] }) => ({
        id: key,
        command,
        isRunning: status === 'running' || status === 'waiting',
        startedAt,
        exitCode: end?.exitCode ?? null,
        tookMs: end?.durationMs ?? null,
        ports: ports.map(({ outside }) => outside),
      })),
    read,
    stop,
  };
}

async function attach(wanted: string, { keeper, isRunning }: ScreenOpening, env: CommandEnv): Promise<OpenedTui> {
  const { agent, title, close } = await watchSession(wanted, env.cwd, env.machine);
  const { activeStreamId } = await agent.status();
  const toOwner = (owner: SessionOwner): WatchedOwner =>
    owner.kind === 'running' ? owner : { ...owner, isAlive: () => !owner.hasDied && isRunning(owner.pid) };
  const watched = { title, owner: () => toOwner(agent.owner), onChange: agent.onOwner.bind(agent) };
  const { owner } = agent;
  const isReadOnly = owner.kind === 'running' && !owner.canSend;
  const warnings = isReadOnly ? [screenTexts.readOnly(owner.pid, agent.sessionId)] : [];
  const opened = { agent, isUnfinished: activeStreamId !== null, isAttached: true, warnings, watched, close };
  return keeper.keep(opened, { isNew: false, forget: async () => undefined });
}
