import { join } from 'node:path';
import { AgentError, AgentSession } from '@bowline/protocol';
import {
  openStore,
  type LogOwner,
  type NewRecord,
  type SessionLog,
  type SessionStore,
  type SessionSummary,
} from '@bowline/log';
import type { FallbackRules } from '@bowline/models';
import { openAgent, type AgentParts } from '@bowline/runtime';
import { createKeyTest } from '@bowline/policy';
import { builtInToolsFor, type Tool } from '@bowline/tools';
import { createMemory, createSharedMemory, openLocalWorkspace, type Workspace } from '@bowline/workspace';
import type { LearnedStore } from './learned-store.ts';
import { createSessionFiles, type SessionFiles } from './session-files.ts';
import { backgroundOf, type SessionBackground } from './session-background.ts';
import { createSessionArtifacts } from './session-artifacts.ts';
import { closeSession, leaveSession } from './close-session.ts';
import { createInstruction } from './context/create-instruction.ts';
import { openMemory, toMemoryTexts, toMemoryWarning, type OpenMemory } from './context/open-memory.ts';
import { createLeavableLog } from './leavable-log.ts';
import { prepareHistory } from './prepare-history.ts';
import type { ModelSetup } from '@bowline/providers';
import {
  createScreen,
  createSharedGrants,
  describePlace,
  describeTrust,
  holdTokens,
  openGrants,
  openGuard,
  openSandbox,
  openTrust,
  toOutsidePrograms,
  withAbsolutePath,
  withPreparedCommands,
  type GrammarFiles,
  type Grants,
  type Guard,
  type Programs,
  type SandboxParts,
  type SessionSandbox,
  type Trust,
  type TrustVerdict,
} from '@bowline/guard';
import { applySettings, type ModelOptions, type OpenedSettings, type OptionGroups } from '@bowline/settings';

/** What only the embedding program knows about the machine. */
export interface HostEnvironment {
  /** Where sessions and their files on this machine are stored. */
  readonly sessionsFolder: string;
  /** Opens another store for logs. It is closed with the session. */
  readonly openStore?: (() => SessionStore) | undefined;
  readonly owner: LogOwner;
  /** The operating system's name of the user at this terminal. Answers given here are recorded under it. */
  readonly user: string;
  /** How to start a process of Bowline: the Node binary, its flags, and the supervisor's file. */
  readonly node: { readonly execPath: string; readonly execArgv: readonly string[]; readonly supervisor: string };
  /** For commands. Already without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly platform: string;
  readonly version: string;
  readonly newId: () => string;
  readonly ripgrep?: string | undefined;
  /** The user's home folder, and Bowline's folder in it. */
  readonly home: string;
  readonly bowlineHome: string;
  /** Where learned data (memory, lasting grants) is stored, if not shared by all sessions of this machine. */
  readonly learnedDir?: string | undefined;
  /** Stores learned data instead, shared with other machines. What is in `learnedDir` is still read. */
  readonly learned?: LearnedStore | undefined;
  /** Makes the sandbox mode `auto` sandbox commands if the system can. Otherwise `auto` means `off`. */
  readonly confines?: boolean | undefined;
  /** The files of the shell grammar in a bundle. Default: found in the packages. */
  readonly grammars?: GrammarFiles | undefined;
}

/** What a user or an embedding program requests of a session. */
export interface SessionOptions extends OptionGroups {
  readonly workspace: string;
  /** Default: a new session. `latest` is the newest of this workspace. */
  readonly session?: { readonly id?: string; readonly resume?: string; readonly takeover?: boolean };
  /** A user is present to answer questions. */
  readonly isInteractive: boolean;
  readonly models: ModelSetup;
  readonly model?: ModelOptions | undefined;
  /** Tools besides or instead of the built-in ones, and those that the host runs. */
  readonly tools?: {
    readonly own?: readonly Tool[];
    readonly host?: AgentParts['hostTools'];
    readonly isBuiltIn?: boolean;
  };
  /** The settings of a folder, used where no option is given. */
  readonly settings?: ((workspace: string) => OpenedSettings) | undefined;
}

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

const MAX_STEPS = 100;

/** Opens a session on this machine. This file shows all parts of a session. */
export async function openSession(asked: SessionOptions, given: HostEnvironment): Promise<OpenedSession> {
  const store = given.openStore?.() ?? openStore({ root: given.sessionsFolder });
  try {
    const found = await findSession(store, asked);
    const applied = applySettings({ ...placeOptions(asked, found), machine: given });
    const { options: plain, machine, held } = holdTokens(applied);
    const options = fillGroups(plain);
    const folders = openFolders(options, machine);
    const trust = folders.of(options.workspace);
    const programs = programsOf(options, machine, trust);
    const screen = createScreen([...(options.models.secrets ?? []), ...held.tokens]);
    const { log, fence } = createLeavableLog(await openLog(store, options, { machine, found }), screen.redact);
    const artifacts = createSessionArtifacts({ ...machine, store: store.artifacts, log, redact: screen.redact });
    const folder = join(machine.sessionsFolder, log.sessionId, 'artifacts');
    const sandbox = sandboxOf(options, machine, {
      programs,
      folder,
      hidden: () => workspace.hidden,
      mayHoldKeys: (path) => mayHoldKeys(path),
    });
    const workspace = openLocalWorkspace({
      root: options.workspace,
      home: machine.home,
      directories: [...options.directories, folder],
      stateFolder: join(folder, 'commands'),
      historyFolder: join(machine.bowlineHome, 'files'),
      supervisorEntry: machine.node.supervisor,
      execPath: machine.node.execPath,
      execArgv: machine.node.execArgv,
      ...{ env: programs.environment, unaskedPath: programs.unaskedPath },
      ripgrepPath: programs.ripgrep,
      redaction: screen.output,
      limits: commandLimitsOf(options),
      sandbox: sandbox.forHost,
      previews: { ...sandbox.forPreviews, pid: machine.owner.pid },
      isProtected: (path) => mayHoldKeys(path),
      ...{ web: options.web, webSearch: options.web.search, artifacts },
      memory: memoryOf(machine, screen.strip),
    });
    const mayHoldKeys = createKeyTest({ home: machine.home, roots: [workspace.root, ...workspace.directories] });
    const guard = await openSessionGuard(options, machine, { workspace, trust, sandbox });
    const { workspace: root, directories, context } = options;
    const memory = await openMemory({ ...machine, ...context, workspace: root, directories, trust: folders });
    const tools = toolsOf(options, workspace);
    const agent = await openAgent({
      log,
      model: { ...options.models, rules: rulesOf(options) },
      instruction: instructionOf(options, machine, { memory, tools }),
      memoryFor: async (paths, loaded) => toMemoryTexts((await memory.findFor(paths, loaded)).files),
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
    const files = createSessionFiles(log.sessionId, machine);
    const open = { session: new AgentSession(agent), sessionId: log.sessionId, files };
    const { activeStreamId: unfinished } = await agent.status();
    const warnings = [...log.warnings, ...held.warnings, ...describeFolder(trust, machine.home), ...problems];
    return { ...open, unfinished, warnings, ...backgroundOf(workspace), close, leave };
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

/** Options with all groups, and the defaults that are the same everywhere. */
type FilledOptions = ReturnType<typeof fillGroups>;

function fillGroups(options: SessionOptions) {
  const { directories = [], approval = {}, trust = {}, sandbox = {}, context = {}, tools = {}, models } = options;
  return {
    ...options,
    ...{ directories, approval, trust, sandbox, context },
    limits: { ...options.limits, maxSteps: options.limits?.maxSteps ?? MAX_STEPS },
    web: { ...options.web, search: options.web?.search ?? models.webSearch },
    tools: { own: [], host: [], isBuiltIn: true, ...tools },
  };
}

/** What the user should know about the folder of a session. */
function describeFolder(trust: TrustVerdict, home: string): readonly string[] {
  return [...trust.warnings, ...describePlace(trust.folder, home), ...describeTrust(trust, home)];
}

/** Which folders are trusted, including this session's own option. */
function openFolders({ workspace, trust }: FilledOptions, { home, bowlineHome }: HostEnvironment): Trust {
  return trust.folders ?? openTrust({ home, bowlineHome, flagged: trust.isTrusted === true ? [workspace] : [] });
}

/** The programs that commands find by name, and the PATH of those that run without approval. */
type SessionPrograms = Programs & { readonly unaskedPath: string };

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

/** The sandbox for this session's commands. None if the platform does not support one and none is requested. */
function sandboxOf(
  {
    sandbox: { mode = 'auto', hosts = [], credentials = [] } = {},
    workspace,
    directories = [],
    isInteractive,
  }: SessionOptions,
  { platform, home, bowlineHome, confines = false }: HostEnvironment,
  {
    programs,
    ...given
  }: Pick<SandboxParts, 'folder' | 'hidden' | 'mayHoldKeys'> & { readonly programs: SessionPrograms },
): SessionSandbox {
  const environment = { ...programs.environment, PATH: programs.unaskedPath };
  const wish = confines || mode !== 'auto' ? mode : 'off';
  const folders: [string, ...string[]] = [workspace, ...directories];
  const named = { hosts, credentials };
  return openSandbox({ ...given, ...named, environment, wish, isInteractive, platform, home, bowlineHome, folders });
}

/** Opens the guard of this session: rules, safety checks, trust. */
async function openSessionGuard(
  options: SessionOptions,
  { home, bowlineHome, learnedDir, learned, grammars, environment }: HostEnvironment,
  {
    workspace,
    trust: { isTrusted },
    sandbox,
  }: { readonly workspace: Workspace; readonly trust: TrustVerdict; readonly sandbox: SessionSandbox },
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
    isTrusted,
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

/** Where facts are remembered: in a file of the user, or in the store that machines share. */
function memoryOf(
  { learned, learnedDir, bowlineHome }: HostEnvironment,
  strip: (text: string) => string,
): Workspace['memory'] {
  const local = createMemory(learnedDir ?? bowlineHome, strip);
  if (learned === undefined) return local;
  const add = async (key: string, text: string): Promise<boolean> => await learned.add('fact', { key, text });
  return createSharedMemory({ add }, { path: local.path, strip });
}

function rulesOf({ model: { fallback, onQuota = 'fail' } = {}, isInteractive }: SessionOptions): FallbackRules {
  return { fallback: fallback ?? (isInteractive ? 'ask' : 'switch'), onQuota };
}

function toolsOf({ tools: { isBuiltIn, own } }: FilledOptions, workspace: Workspace): readonly Tool[] {
  return [...(isBuiltIn ? builtInToolsFor(workspace) : []), ...own];
}

/** Undefined where the workspace's default applies. */
function commandLimitsOf({ limits }: FilledOptions): { readonly inactivityTimeoutMs: number | null } | undefined {
  const { inactivityTimeoutMs } = limits;
  return inactivityTimeoutMs === undefined ? undefined : { inactivityTimeoutMs };
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
  { platform }: HostEnvironment,
  { memory, tools }: { readonly memory: OpenMemory; readonly tools: readonly Tool[] },
): AgentParts['instruction'] {
  const names = [...tools, ...(asked?.host ?? [])].map(({ name }) => name);
  const canAsk = approval?.canAsk ?? isInteractive;
  const facts = { workspace, directories, platform, isInteractive, canAsk, memory, tools: names };
  const instruction = createInstruction(facts);
  return (mode) => instruction(mode).text;
}
