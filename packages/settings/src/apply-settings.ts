import { defaultMasking } from '@bowline/context';
import type { ToolList } from '@bowline/policy';
import { AgentError, type ApprovalMode } from '@bowline/protocol';
import type { AgentParts } from '@bowline/runtime';
import type { Credential } from '@bowline/workspace';
import { resolveCredentials } from '@bowline/guard';
import type { SandboxWish } from '@bowline/guard';
import type { Trust } from '@bowline/guard';
import { deciderOf } from './explain-setting.ts';
import type { OpenedSettings } from './open-settings.ts';
import { requireSettings } from './settings-error.ts';
import { toSettingPath } from './to-setting-path.ts';
import { toToolLists } from './to-tool-lists.ts';

/** The parts of a session that settings control. */
export interface Settled {
  readonly folders?: Trust | undefined;
  readonly mode?: ApprovalMode | undefined;
  readonly directories?: readonly string[];
  readonly policies?: readonly string[] | undefined;
  readonly maxSteps?: number | undefined;
  readonly toolLists?: readonly ToolList[] | undefined;
  readonly mayGrant?: boolean | undefined;
  readonly sandbox?: SandboxWish | undefined;
  readonly sandboxHosts?: readonly string[] | undefined;
  readonly sandboxCredentials?: readonly Credential[] | undefined;
  readonly memoryNames?: readonly string[] | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly context?: AgentParts['context'];
  readonly looksForLoops?: boolean | undefined;
  readonly commandLimits?: { readonly silenceMs: number | null } | undefined;
  readonly longestResult?: number | undefined;
}

/** The requested session. */
interface Wished extends Settled {
  readonly workspace: string;
  readonly settings?: ((workspace: string) => OpenedSettings) | undefined;
}

/** The parts of the machine that settings control. */
interface Equipped {
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ripgrep?: string | undefined;
}

/** What settings are applied to. */
interface Subject<Wishes extends Wished, HostEnvironment extends Equipped> {
  readonly wishes: Wishes;
  readonly machine: HostEnvironment;
  /** The session starts now. A resumed one keeps its mode. */
  readonly isNew: boolean;
}

/**
 * Applies settings to a session. Explicitly requested values win, lists are merged, and nothing changes without
 * settings.
 */
export function applySettings<Wishes extends Wished, HostEnvironment extends Equipped>(
  subject: Subject<Wishes, HostEnvironment>,
): { readonly wishes: Wishes & Settled; readonly machine: HostEnvironment } {
  const { wishes, machine } = subject;
  const settings = wishes.settings?.(wishes.workspace);
  if (settings === undefined) return { wishes, machine };
  requireSettings(settings);
  const { values, folders } = settings;
  const toPath = (path: string): string => toSettingPath(path, { workspace: wishes.workspace, home: machine.home });
  return {
    wishes: {
      ...wishes,
      folders,
      mode: modeOf(subject, settings),
      directories: [...values['context.includeDirectories'].map(toPath), ...(wishes.directories ?? [])],
      policies: [...(values.policyPaths ?? []).map(toPath), ...(wishes.policies ?? [])],
      maxSteps: wishes.maxSteps ?? toLimit(values['model.maxSessionTurns']),
      toolLists: toToolLists(settings),
      mayGrant: !values['security.disableAlwaysAllow'],
      sandbox: wishes.sandbox ?? values['security.sandbox'],
      sandboxHosts: [...values['security.sandboxHosts'], ...(wishes.sandboxHosts ?? [])],
      sandboxCredentials: [
        ...resolveCredentials(values['security.sandboxCredentials'], settings.env),
        ...(wishes.sandboxCredentials ?? []),
      ],
      ...toolsAndView(wishes, settings),
    },
    machine: {
      ...machine,
      environment: environmentOf(machine, settings),
      ripgrep: values['tools.useRipgrep'] ? machine.ripgrep : undefined,
    },
  };
}

/** In an untrusted folder, settings can only make the mode stricter than the default. */
function modeOf({ wishes, isNew }: Subject<Wished, Equipped>, settings: OpenedSettings): ApprovalMode | undefined {
  const { values, trust } = settings;
  if (wishes.mode === 'yolo' && values['security.disableYoloMode']) {
    const { source = '', line } = deciderOf(settings, 'security.disableYoloMode') ?? {};
    throw new AgentError('SETTINGS_INVALID', 'yolo mode is disabled', {
      hint: `Use another approval mode, such as auto_edit. The setting security.disableYoloMode is in ${source}${line === undefined ? '' : `:${line}`}`,
    });
  }
  const usual = values['general.defaultApprovalMode'];
  const isUsed = isNew && usual !== 'default' && (trust?.isTrusted === true || usual === 'plan');
  return wishes.mode ?? (isUsed ? usual : undefined);
}

/** The environment of commands, with the user's additions and removals. */
function environmentOf({ environment }: Equipped, { values, env }: OpenedSettings): Equipped['environment'] {
  const added = values['security.environmentVariableRedaction.allowed'].flatMap((name): [string, string][] => {
    const value = env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const all = Object.entries({ ...environment, ...Object.fromEntries(added) });
  const kept = all.filter(([name]) => !values['security.environmentVariableRedaction.blocked'].includes(name));
  const pager = values['tools.shell.pager'];
  return { ...Object.fromEntries(kept), PAGER: pager, GIT_PAGER: pager };
}

/** What tools may do, and what the model sees. */
function toolsAndView(wishes: Wished, settings: OpenedSettings): Partial<Settled> {
  const { values } = settings;
  return {
    allowedHosts: wishes.allowedHosts ?? values['web.allowedHosts'],
    memoryNames: wishes.memoryNames ?? values['context.fileName'],
    context: contextOf(wishes, settings),
    looksForLoops: wishes.looksForLoops ?? !values['model.disableLoopDetection'],
    commandLimits: wishes.commandLimits ?? { silenceMs: toSilence(values['tools.shell.inactivityTimeout']) },
    longestResult: wishes.longestResult ?? toLongest(values['tools.truncateToolOutputThreshold']),
  };
}

/** When results are masked and the history is summarized. */
function contextOf({ context }: Wished, { values }: OpenedSettings): AgentParts['context'] {
  return {
    compactAt: values['model.compressionThreshold'],
    masking: {
      ...defaultMasking,
      protectedTokens: values['contextManagement.tools.outputMasking.protectionThresholdTokens'],
      leastTokens: values['contextManagement.tools.outputMasking.minPrunableThresholdTokens'],
    },
    ...context,
  };
}

function toSilence(seconds: number): number | null {
  return seconds === 0 ? null : seconds * 1000;
}

function toLongest(characters: number): number {
  return characters <= 0 ? Infinity : characters;
}

function toLimit(turns: number): number | undefined {
  return turns === -1 ? undefined : turns;
}
