import { defaultMasking } from '@bowline/context';
import { AgentError, type ApprovalMode } from '@bowline/protocol';
import { resolveCredentials } from '@bowline/guard';
import { deciderOf } from '../resolve/explain-setting.ts';
import type { OpenedSettings } from '../resolve/open-settings.ts';
import type { ApprovalOptions, ContextOptions, LimitOptions, OptionGroups, SandboxOptions } from './option-groups.ts';
import { requireSettings } from '../resolve/settings-error.ts';
import { toSettingPath } from './to-setting-path.ts';
import { toToolLists } from './to-tool-lists.ts';

/** The requested session. */
interface Requested extends OptionGroups {
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
interface Subject<Options extends Requested, HostEnvironment extends Equipped> {
  readonly options: Options;
  readonly machine: HostEnvironment;
  /** The session starts now. A resumed one keeps its mode. */
  readonly isNew: boolean;
}

/**
 * Applies settings to a session. Explicitly requested values win, lists are merged, and nothing changes without
 * settings.
 */
export function applySettings<Options extends Requested, HostEnvironment extends Equipped>(
  subject: Subject<Options, HostEnvironment>,
): { readonly options: Options & OptionGroups; readonly machine: HostEnvironment } {
  const { options, machine } = subject;
  const settings = options.settings?.(options.workspace);
  if (settings === undefined) return { options, machine };
  requireSettings(settings);
  const { values, folders } = settings;
  const toPath = (path: string): string => toSettingPath(path, { workspace: options.workspace, home: machine.home });
  return {
    options: {
      ...options,
      directories: [...values['context.includeDirectories'].map(toPath), ...(options.directories ?? [])],
      approval: approvalOf(subject, settings, toPath),
      trust: { ...options.trust, folders },
      sandbox: sandboxOf(options, settings),
      limits: limitsOf(options, settings),
      context: contextOf(options, settings),
      web: { ...options.web, allowedHosts: options.web?.allowedHosts ?? values['web.allowedHosts'] },
    },
    machine: {
      ...machine,
      environment: environmentOf(machine, settings),
      ripgrep: values['tools.useRipgrep'] ? machine.ripgrep : undefined,
    },
  };
}

/** A setting can disable lasting grants; no option enables them again. */
function approvalOf(
  subject: Subject<Requested, Equipped>,
  settings: OpenedSettings,
  toPath: (path: string) => string,
): ApprovalOptions {
  const { values } = settings;
  const { approval = {} } = subject.options;
  return {
    ...approval,
    mode: modeOf(subject, settings),
    preview: approval.preview ?? values['approval.preview'],
    alwaysAllow: approval.alwaysAllow !== false && !values['security.disableAlwaysAllow'],
    policies: [...(values.policyPaths ?? []).map(toPath), ...(approval.policies ?? [])],
    toolLists: [...toToolLists(settings), ...(approval.toolLists ?? [])],
  };
}

function sandboxOf({ sandbox = {} }: Requested, { values, env }: OpenedSettings): SandboxOptions {
  const { mode, hosts = [], credentials = [] } = sandbox;
  return {
    mode: mode ?? values['security.sandbox'],
    hosts: [...values['security.sandboxHosts'], ...hosts],
    credentials: [...resolveCredentials(values['security.sandboxCredentials'], env), ...credentials],
  };
}

function limitsOf({ limits = {} }: Requested, { values }: OpenedSettings): LimitOptions {
  const { maxSteps, inactivityTimeoutMs, toolOutputThreshold } = limits;
  const timeoutMs = toTimeout(values['tools.shell.inactivityTimeout']);
  return {
    ...limits,
    maxSteps: maxSteps ?? toLimit(values['model.maxSessionTurns']),
    inactivityTimeoutMs: inactivityTimeoutMs === undefined ? timeoutMs : inactivityTimeoutMs,
    toolOutputThreshold: toolOutputThreshold ?? toThreshold(values['tools.truncateToolOutputThreshold']),
  };
}

/** In an untrusted folder, settings can only make the mode stricter than the default. */
function modeOf({ options, isNew }: Subject<Requested, Equipped>, settings: OpenedSettings): ApprovalMode | undefined {
  const { values, trust } = settings;
  const wanted = options.approval?.mode;
  if (wanted === 'yolo' && values['security.disableYoloMode']) throw yoloDisabled(settings);
  const usual = values['general.defaultApprovalMode'];
  const isUsed = isNew && usual !== 'default' && (trust?.isTrusted === true || usual === 'plan');
  return wanted ?? (isUsed ? usual : undefined);
}

function yoloDisabled(settings: OpenedSettings): AgentError {
  const { source = '', line } = deciderOf(settings, 'security.disableYoloMode') ?? {};
  return new AgentError('SETTINGS_INVALID', 'Approval mode yolo is disabled', {
    hint: `Use another approval mode, such as auto_edit. The setting security.disableYoloMode is in ${source}${line === undefined ? '' : `:${line}`}`,
  });
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

/** When results are masked and the history is summarized. */
function contextOf({ context = {} }: Requested, { values }: OpenedSettings): ContextOptions {
  const { compactAt, masking, fileNames, loopDetection } = context;
  return {
    ...context,
    compactAt: compactAt ?? values['model.compressionThreshold'],
    masking: masking ?? {
      ...defaultMasking,
      protectedTokens: values['contextManagement.tools.outputMasking.protectionThresholdTokens'],
      leastTokens: values['contextManagement.tools.outputMasking.minPrunableThresholdTokens'],
    },
    fileNames: fileNames ?? values['context.fileName'],
    loopDetection: loopDetection ?? !values['model.disableLoopDetection'],
  };
}

function toTimeout(seconds: number): number | null {
  return seconds === 0 ? null : seconds * 1000;
}

function toThreshold(characters: number): number {
  return characters <= 0 ? Infinity : characters;
}

function toLimit(turns: number): number | undefined {
  return turns === -1 ? undefined : turns;
}
