import { join } from 'node:path';
import { estimateTokens, familyOf, windowOf, type InstructionPart, type MemoryFile } from '@bowline/context';
import type { ApprovalMode } from '@bowline/protocol';
import { builtInToolsFor, type Tool } from '@bowline/tools';
import { createMemory, openLocalWorkspace, type Workspace } from '@bowline/workspace';
import { stripHidden } from '@bowline/policy';
import type { HostEnvironment } from '../host-environment.ts';
import { openGuard } from '@bowline/guard';
import { applySettings, type OptionGroups } from '@bowline/settings';
import type { OpenedSettings } from '@bowline/settings';
import { describeTrust } from '@bowline/guard';
import type { TrustVerdict } from '@bowline/guard';
import { createInstruction } from './create-instruction.ts';
import { openMemory, toMemoryWarning, type OpenMemory } from './open-memory.ts';

/** The session to inspect, which need not exist. */
export interface HypotheticalSession {
  readonly workspace: string;
  readonly directories: readonly string[];
  readonly mode: ApprovalMode;
  /** An exact model, not a tier. */
  readonly model: string;
  /** The settings of the folder. */
  readonly settings: OpenedSettings;
  /** The web search to use. Default: none. */
  readonly webSearch?: Workspace['webSearch'];
}

/** The length of a text and its tokens. */
export interface Size {
  readonly characters: number;
  /** Estimated. */
  readonly tokens: number;
}

/** A tool as declared to the model. */
export interface InspectedTool {
  readonly name: string;
  /** The declaration as JSON. */
  readonly text: string;
}

/** What a session would send before the first message. */
export interface ContextInspection {
  readonly trust: TrustVerdict;
  /** As sent. */
  readonly instruction: { readonly text: string } & Size;
  readonly parts: readonly (InstructionPart & Size)[];
  /** The files in the memory part. */
  readonly memory: readonly (MemoryFile & Size)[];
  readonly tools: readonly (InspectedTool & Size)[];
  readonly total: Size;
  /** The size of the model's context window in tokens. */
  readonly window: number;
  /** What was omitted, and problems. */
  readonly notes: readonly string[];
}

/** Determines what a session here would send first. Opens no session, needs no key and sends no request. */
export async function inspectContext(asked: HypotheticalSession, given: HostEnvironment): Promise<ContextInspection> {
  const { settings, mode, model } = asked;
  const { options, machine } = applySettings({
    options: { ...asked, settings: () => settings },
    machine: given,
    isNew: true,
  });
  const { workspace, directories } = options;
  const { home, platform } = machine;
  const trust = settings.folders.of(workspace);
  const memory = await openMemory({
    ...machine,
    workspace,
    directories,
    trust: settings.folders,
    fileNames: options.context?.fileNames,
  });
  const family = familyOf(model);
  const size = <T extends { readonly text: string }>(value: T): T & Size => ({
    ...value,
    characters: value.text.length,
    tokens: estimateTokens(value.text, family),
  });
  const { all, offered } = await findTools(options, machine, trust.isTrusted);
  const names = all.map(({ name }) => name);
  const facts = { workspace, directories, platform, isInteractive: false, canAsk: false, memory, tools: names };
  const { text, parts } = createInstruction(facts)(mode);
  const instruction = size({ text });
  const tools = offered.map((tool) => size(toDeclaration(tool, model)));
  return {
    trust,
    instruction,
    parts: parts.map(size),
    memory: memory.files.map(size),
    tools,
    total: sum([instruction, ...tools]),
    window: windowOf(model),
    notes: notesOf(trust, memory, home),
  };
}

/** The tools that the model would see, by the same rules as in a session. */
async function findTools(
  options: Omit<HypotheticalSession, 'settings'> & OptionGroups,
  machine: HostEnvironment,
  isTrusted: boolean,
): Promise<Record<'all' | 'offered', readonly Tool[]>> {
  const { workspace: root, directories, mode, model, webSearch } = options;
  const { policies: files, toolLists } = options.approval ?? {};
  const { node, environment, sessionsFolder, bowlineHome } = machine;
  const workspace = openLocalWorkspace({
    root,
    directories,
    stateFolder: join(sessionsFolder, 'none'),
    supervisorEntry: node.supervisor,
    execPath: node.execPath,
    execArgv: node.execArgv,
    env: environment,
    webSearch,
    memory: createMemory(bowlineHome, stripHidden),
  });
  try {
    const guard = await openGuard({
      ...machine,
      root,
      directories,
      isTrusted,
      files,
      toolLists,
      workspace,
      isInteractive: false,
      canAsk: false,
    });
    const all = builtInToolsFor(workspace);
    const offered: Tool[] = [];
    for (const tool of all) if (await guard.isOffered(tool, mode)) offered.push(tool);
    return { all, offered: offered.filter(({ forModel }) => forModel?.(model) !== null) };
  } finally {
    workspace.close();
  }
}

function toDeclaration(tool: Tool, model: string): InspectedTool {
  const { name, description, parameters } = { ...tool, ...tool.forModel?.(model) };
  return { name, text: JSON.stringify({ name, description, parametersJsonSchema: parameters }) };
}

function sum(sizes: readonly Size[]): Size {
  return {
    characters: sizes.reduce((all, { characters }) => all + characters, 0),
    tokens: sizes.reduce((all, { tokens }) => all + tokens, 0),
  };
}

function notesOf(trust: TrustVerdict, { problems }: OpenMemory, home: string): readonly string[] {
  const untrusted = trust.isTrusted ? [] : describeTrust(trust, home);
  return [...trust.warnings, ...untrusted, ...problems.map(toMemoryWarning)];
}
