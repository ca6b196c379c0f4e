import { join } from 'node:path';
import { AgentError, AgentSession } from '@bowline/protocol';
import { openStore, type NewRecord, type SessionLog, type SessionStore, type SessionSummary } from '@bowline/log';
import type { FallbackRules } from '@bowline/models';
import { openAgent, type AgentParts } from '@bowline/runtime';
import { builtInToolsFor, type Tool } from '@bowline/tools';
import type { Workspace } from '@bowline/workspace';
import type { LearnedStore } from './learned-store.ts';
import { createSessionFiles, type SessionFiles } from './session-files.ts';
import { backgroundOf, type SessionBackground } from './session-background.ts';
import { createSessionArtifacts } from './session-artifacts.ts';
import { closeSession, leaveSession } from './close-session.ts';
import { createInstruction } from './context/create-instruction.ts';
import { openMemory, toMemoryTexts, toMemoryWarning, type OpenMemory } from './context/open-memory.ts';
import { createLeavableLog } from './leavable-log.ts';
import { prepareHistory } from './prepare-history.ts';
import type { HostEnvironment } from './host-environment.ts';
import { fillGroups, type FilledOptions } from './fill-groups.ts';
import { requireAside, requireDecider } from './require-preview.ts';
import { openHands, type SessionPrograms } from './open-hands.ts';
import type { SessionHands } from './remote/open-far-workspace.ts';
import type { SessionOptions } from './session-options.ts';
import { describeFound } from './describe-found.ts';
import { placeSession } from './remote/place-session.ts';
import {
  createScreen,
  createSharedGrants,
  describePlace,
  describeTrust,
  holdTokens,
  openGrants,
  openGuard,
  openTrust,
  toOutsidePrograms,
  withAbsolutePath,
  withPreparedCommands,
  type Grants,
  type Guard,
  type Trust,
  type TrustVerdict,
} from '@bowline/guard';
import { applySettings } from '@bowline/settings';

/** An open session. */
export interface OpenedSession {
  readonly session: AgentSession;
  readonly sessionId: string;
  /** What the session has done to files. */
  readonly files: SessionFiles;
  /** The stream that a dead process left open. `resume` continues it. */
  readonly unfinished: string | null;
  readonly warnings: readonly string[];
  /** The commands that run in the background. */
  readonly background: SessionBackground;
  /** Ends background commands, for a run that will not be resumed. Resolves to the commands. */
  readonly endBackground: () => Promise<readonly string[]>;
  /** Waits for the running turn. Background commands continue unless `endsBackground`. */
  readonly close: (how?: { readonly endsBackground?: boolean }) => Promise<void>;
  /**
   * Leaves the session unchanged for the next process: nothing more is started, asked or recorded, and running commands
   * continue and can be found again.
   */
  readonly leave: () => Promise<void>;
}

/** Opens a session on this machine. This file shows all parts of a session. */
export async function openSession(asked: SessionOptions, given: HostEnvironment): Promise<OpenedSession> {
  const store = given.openStore?.() ?? openStore({ root: given.sessionsFolder });
  const begun: Begun = {};
  try {
    const found = await findSession(store, asked);
    const placed = placeOptions(asked, found);
    const place = placeSession(placed.options.workspace, given);
    const inPlace = { ...placed.options, workspace: place.folder };
    const applied = applySettings({ ...placed, options: inPlace, machine: given });
    const { options: plain, machine, held } = holdTokens(applied);
    const options = fillGroups(plain);
    requireDecider(options);
    const folders = openFolders(options, machine);
    const trust = folders.of(options.workspace);
    const programs = programsOf(options, machine, trust);
    const screen = createScreen([...(options.models.secrets ?? []), ...held.tokens, ...tokenOf(options)]);
    const recorded = { ...options, workspace: place.recorded };
    const { log, fence } = createLeavableLog(await openLog(store, recorded, { machine, found }), screen.redact);
    if (found === undefined) begun.created = log;
    const artifacts = createSessionArtifacts({ ...machine, store: store.artifacts, log, redact: screen.redact });
    const folder = join(machine.sessionsFolder, log.sessionId, 'artifacts');
    const hands = await openHands(options, machine, { url: place.url, log, folder, artifacts, programs, screen });
    const { workspace, sandbox, home, platform, shown } = hands;
    begun.workspace = workspace;
    await requireAside(options, workspace);
    const guard = await openSessionGuard(options, machine, { workspace, trust, sandbox, home });
    const { workspace: root, directories, context } = options;
    const memory = await openMemory({ ...machine, ...context, workspace: root, directories, trust: folders });
    const tools = toolsOf(options, workspace);
    const agent = await openAgent({
      log,
      model: { ...options.models, rules: rulesOf(options) },
      instruction: instructionOf({ ...options, ...shown }, { platform }, { memory, tools }),
      memoryFor: memoryOf(memory, workspace),
      tools,
      hostTools: options.tools.host,
      workspace,
      decide: withPreparedCommands(guard.decide, workspace, trust),
      isOffered: guard.isOffered,
      keepRule: guard.keepRule,
      isConfined: sandbox.isHeld,
      approval: options.approval,
      screen,
      saveArtifact: artifacts.save,
      context,
      limits: options.limits,
      seams: { plugins: [], newId: machine.newId, onFault: () => undefined },
    });
    if (options.isInteractive && trust.isTrusted) prepareHistory(agent, workspace);
    const close: OpenedSession['close'] = (how = {}) => closeSession({ agent, workspace, store, artifacts, ...how });
    const leave = (): Promise<void> => leaveSession({ agent, workspace, fence, close });
    const problems = [...guard.problems, ...memory.problems.map(toMemoryWarning)];
    const elsewhere = describeFound(asked.workspace, placed.options.workspace, place.folder);
    const warnings = [
      ...elsewhere,
      ...log.warnings,
      ...held.warnings,
      ...describeFolder(trust, hands, machine),
      ...problems,
    ];
    const files = createSessionFiles(log.sessionId, machine);
    const open = { session: new AgentSession(agent), sessionId: log.sessionId, files };
    const { activeStreamId: unfinished } = await agent.status();
    return { ...open, unfinished, warnings, ...backgroundOf(workspace), close, leave };
  } catch (thrown) {
    await abandon(begun, store).catch(() => undefined); // what failed first is what the user has to know
    throw thrown;
  }
}

/** What a start that fails has to take back. */
interface Begun {
  created?: SessionLog;
  workspace?: Pick<SessionHands['workspace'], 'close'>;
}

/** A session that could not be opened leaves nothing in the list of sessions. */
async function abandon({ created, workspace }: Begun, store: SessionStore): Promise<void> {
  try {
    workspace?.close();
    await created?.close();
    if (created !== undefined) await store.delete(created.sessionId);
  } finally {
    await store.close();
  }
}

const tokenOf = ({ workspaceToken }: SessionOptions): readonly string[] =>
  workspaceToken === undefined ? [] : [workspaceToken];

/** What the user should know about the folder of a session. */
function describeFolder(
  trust: TrustVerdict,
  { workspace }: SessionHands,
  { home }: HostEnvironment,
): readonly string[] {
  if (workspace.isElsewhere === true) return []; // its stand-in on this machine is an empty folder
  return [...trust.warnings, ...describePlace(trust.folder, home), ...describeTrust(trust, home)];
}

/** Which folders are trusted, including this session's own option. */
function openFolders({ workspace, trust }: FilledOptions, { home, bowlineHome }: HostEnvironment): Trust {
  return trust.folders ?? openTrust({ home, bowlineHome, flagged: trust.isTrusted === true ? [workspace] : [] });
}

/** Paths of another machine name no context files here. */
function memoryOf({ findFor }: OpenMemory, { isElsewhere }: Workspace): AgentParts['memoryFor'] {
  if (isElsewhere === true) return async () => [];
  return async (paths, loaded) => toMemoryTexts((await findFor(paths, loaded)).files);
}

/**
 * Programs in the workspace never run in a command without approval, and Bowline itself never runs them. Programs in an
 * untrusted folder never run, whatever PATH contains.
 */
function programsOf(
  { workspace, directories }: FilledOptions,
  machine: HostEnvironment,
  trust: TrustVerdict,
): SessionPrograms {
  const outside = toOutsidePrograms(machine, { folders: [workspace, ...directories], home: machine.home });
  const environment = trust.isTrusted ? withAbsolutePath(machine.environment) : outside.environment;
  return { environment, ripgrep: outside.ripgrep, unaskedPath: outside.environment['PATH'] ?? '' };
}

/** Opens the guard of this session: rules, safety checks, trust. */
async function openSessionGuard(
  options: SessionOptions,
  { home, bowlineHome, learnedDir, learned, grammars, environment }: HostEnvironment,
  {
    workspace,
    trust,
    sandbox,
    home: workspaceHome,
  }: {
    readonly workspace: Workspace;
    readonly trust: TrustVerdict;
    readonly sandbox: SessionHands['sandbox'];
    readonly home: string;
  },
): Promise<Guard> {
  const { workspace: root, directories = [], approval = {}, isInteractive } = options;
  const { policies: files, toolLists, alwaysAllow, canAsk = isInteractive } = approval;
  const grants = learned && shareGrants(learned, openGrants({ home, bowlineHome, learnedDir }));
  return await openGuard({
    home,
    bowlineHome,
    learnedDir,
    grants,
    root,
    workspaceHome,
    // What a repository on another machine makes Git run cannot be inspected from here.
    isTrusted: trust.isTrusted && workspace.isElsewhere !== true,
    files,
    toolLists,
    alwaysAllow,
    isInteractive,
    canAsk,
    grammars,
    workspace,
    directories,
    environment,
    sandbox: sandbox.forGuard,
  });
}

function shareGrants(learned: LearnedStore, local: Grants): Grants {
  const list = async (): ReturnType<LearnedStore['list']> => await learned.list('grant');
  return createSharedGrants({ list, add: async (key, text) => await learned.add('grant', { key, text }) }, local);
}

function rulesOf({ model: { fallback, onQuota = 'fail' } = {}, isInteractive }: SessionOptions): FallbackRules {
  return { fallback: fallback ?? (isInteractive ? 'ask' : 'switch'), onQuota };
}

function toolsOf({ tools: { isBuiltIn, own } }: FilledOptions, workspace: Workspace): readonly Tool[] {
  return [...(isBuiltIn ? builtInToolsFor(workspace) : []), ...own];
}

/** The session to resume. Undefined for a new one. */
async function findSession(store: SessionStore, options: SessionOptions): Promise<SessionSummary | undefined> {
  const { resume } = options.session ?? {};
  if (resume === undefined) return undefined;
  const found = await store.find(resume, resume === 'latest' ? { workspace: options.workspace } : {});
  if (found !== undefined) return found;
  const message = resume === 'latest' ? `No session in ${options.workspace} yet` : `Session not found: ${resume}`;
  throw new AgentError('SESSION_NOT_FOUND', message, { hint: 'Run bowline sessions list --all to list your sessions' });
}

/** A session keeps the workspace that it started in, wherever it is resumed. */
function placeOptions(
  options: SessionOptions,
  found: SessionSummary | undefined,
): { readonly options: SessionOptions; readonly isNew: boolean } {
  if (found === undefined || isEmpty(found)) return { options, isNew: true };
  return { options: { ...options, workspace: found.workspace }, isNew: false };
}

/** Has no records: its process died between creating the log and writing the first record. */
const isEmpty = ({ records, damage }: SessionSummary): boolean => records === 0 && damage === null;

async function openLog(
  store: SessionStore,
  options: SessionOptions,
  { machine, found }: { readonly machine: HostEnvironment; readonly found: SessionSummary | undefined },
): Promise<SessionLog> {
  const { owner } = machine;
  const { id, takeover = false } = options.session ?? {};
  if (found === undefined) {
    const sessionId = id ?? machine.newId();
    const log = await store.open(sessionId, { owner, create: true });
    await log.append(firstRecords(sessionId, options, machine));
    return log;
  }
  const log = await store.open(found.sessionId, { owner, takeover });
  const changes = isEmpty(found) ? firstRecords(found.sessionId, options, machine) : changesOf(options, owner.name);
  if (changes.length > 0) await log.append(changes);
  return log;
}

function firstRecords(sessionId: string, options: SessionOptions, { version }: HostEnvironment): NewRecord[] {
  const { workspace, models } = options;
  const { name: model = models.name } = options.model ?? {};
  const { mode = 'default' } = options.approval ?? {};
  const started: NewRecord = {
    type: 'session_started',
    body: { sessionId, workspace, agent: 'main', versions: { bowline: version }, settings: { model, mode } },
  };
  return mode === 'default' ? [started] : [started, { type: 'mode_changed', body: { mode } }];
}

/** Records for the options given when resuming a session. Everything else stays as it was. */
function changesOf({ model: { name: model } = {}, approval: { mode } = {} }: SessionOptions, by: string): NewRecord[] {
  return [
    ...(model === undefined ? [] : [{ type: 'model_requested', body: { model } } as const]),
    ...(mode === undefined ? [] : [{ type: 'mode_changed', body: { mode, by } } as const]),
  ];
}

/** The instruction by mode. It stays the same while the session is open here. */
function instructionOf(
  { workspace, directories = [], isInteractive, approval, tools: asked }: SessionOptions,
  { platform }: Pick<HostEnvironment, 'platform'>,
  { memory, tools }: { readonly memory: OpenMemory; readonly tools: readonly Tool[] },
): AgentParts['instruction'] {
  const names = [...tools, ...(asked?.host ?? [])].map(({ name }) => name);
  const canAsk = approval?.canAsk ?? isInteractive;
  const facts = { workspace, directories, platform, isInteractive, canAsk, memory, tools: names };
  const instruction = createInstruction(facts);
  return (mode) => instruction(mode).text;
}
