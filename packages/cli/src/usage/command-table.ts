import { commandHelp, type CommandHelp } from '../texts/command-help.ts';
import { commandOptionHelp, sharedOptionHelp } from '../texts/option-help.ts';
import { attachOptions, promptOptions, type OptionUsage } from './prompt-options.ts';
import { serverOptions, workerOptions } from './server-options.ts';
import { workspaceOptions } from './workspace-options.ts';

/** How one command is used: the source of its help, completions and parser. */
export interface CommandUsage extends CommandHelp {
  readonly options: Readonly<Record<string, OptionUsage>>;
}

const json = { type: 'boolean', default: false, about: sharedOptionHelp.json } as const satisfies OptionUsage;
const format = {
  type: 'string',
  short: 'o',
  default: 'text',
  value: 'FORMAT',
  choices: ['text', 'json'],
  about: sharedOptionHelp.format,
} as const satisfies OptionUsage;
const printed = { 'output-format': format, json } as const;
const model = { ...promptOptions.model, about: sharedOptionHelp.model } as const satisfies OptionUsage;
const offline = { type: 'boolean', default: false, about: sharedOptionHelp.offline } as const satisfies OptionUsage;
const mode = {
  type: 'string',
  default: 'default',
  value: 'MODE',
  choices: ['default', 'auto_edit', 'plan', 'preview', 'yolo'],
  about: sharedOptionHelp.mode,
} as const satisfies OptionUsage;
const trust = { type: 'boolean', default: false, about: sharedOptionHelp.trust } as const satisfies OptionUsage;
const help = commandOptionHelp;

/** The commands other than prompts, in the order of the help. */
export const commandTable = {
  attach: { ...commandHelp.attach, options: attachOptions },
  sessions: {
    ...commandHelp.sessions,
    options: {
      all: { type: 'boolean', default: false, about: help.sessions.all },
      markdown: { type: 'boolean', default: false, about: help.sessions.markdown },
      undo: { type: 'boolean', default: false, about: help.sessions.undo },
      files: { type: 'boolean', default: false, about: help.sessions.files },
      before: { type: 'string', value: 'EVENT', about: help.sessions.before },
      'dry-run': { type: 'boolean', default: false, about: help.sessions.dryRun },
      overwrite: { type: 'string', multiple: true, value: 'PATH', about: help.sessions.overwrite },
      numbers: { type: 'boolean', default: false, about: help.sessions.numbers },
      abandon: { type: 'boolean', default: false, about: help.sessions.abandon },
      'token-file': { type: 'string', value: 'FILE', about: help.sessions.tokenFile },
    },
  },
  models: { ...commandHelp.models, options: { model, offline, ...printed } },
  auth: {
    ...commandHelp.auth,
    options: {
      'no-check': { type: 'boolean', default: false, about: help.auth.noCheck },
      model,
      offline,
      ...printed,
    },
  },
  pending: { ...commandHelp.pending, options: printed },
  approve: {
    ...commandHelp.approve,
    options: {
      session: { type: 'boolean', default: false, about: help.approve.session },
      project: { type: 'boolean', default: false, about: help.approve.project },
      always: { type: 'boolean', default: false, about: help.approve.always },
      deny: { type: 'string', value: 'REASON', mayBeEmpty: true, about: help.approve.deny },
      choose: { type: 'string', value: 'ID', about: help.approve.choose },
      text: { type: 'string', value: 'ANSWER', about: help.approve.text },
      preview: { type: 'boolean', default: false, about: help.approve.preview },
      apply: { type: 'boolean', default: false, about: help.approve.apply },
      overwrite: { type: 'boolean', default: false, about: help.approve.overwrite },
      all: { type: 'boolean', default: false, about: help.approve.all },
      takeover: promptOptions.takeover,
      'output-format': promptOptions['output-format'],
    },
  },
  context: {
    ...commandHelp.context,
    options: {
      mode,
      model,
      'include-directories': promptOptions['include-directories'],
      trust,
      ...printed,
    },
  },
  memory: { ...commandHelp.memory, options: printed },
  tools: { ...commandHelp.tools, options: printed },
  policy: {
    ...commandHelp.policy,
    options: {
      mode,
      headless: { type: 'boolean', default: false, about: help.policy.headless },
      policy: promptOptions.policy,
      trust,
      all: { type: 'boolean', default: false, about: help.policy.all },
      'output-format': { ...format, about: help.policy.format },
    },
  },
  settings: {
    ...commandHelp.settings,
    options: {
      workspace: { type: 'boolean', default: false, about: help.settings.workspace },
      all: { type: 'boolean', default: false, about: help.settings.all },
      ...printed,
    },
  },
  trust: {
    ...commandHelp.trust,
    options: {
      parent: { type: 'boolean', default: false, about: help.trust.parent },
      never: { type: 'boolean', default: false, about: help.trust.never },
      ...printed,
    },
  },
  serve: { ...commandHelp.serve, options: serverOptions },
  workspace: { ...commandHelp.workspace, options: workspaceOptions },
  worker: { ...commandHelp.worker, options: workerOptions },
  doctor: { ...commandHelp.doctor, options: { model, offline, ...printed } },
  help: { ...commandHelp.help, options: {} },
  completion: { ...commandHelp.completion, options: {} },
} as const satisfies Readonly<Record<keyof typeof commandHelp, CommandUsage>>;

/** The names of commands. */
export type CommandName = keyof typeof commandTable;

/** All commands, in the order of the help. */
export const commandNames = Object.keys(commandTable) as readonly CommandName[];

/** How a command is used. */
export function usageOf(name: CommandName): CommandUsage {
  return commandTable[name];
}

/** How a command is used, in one line. */
export function usageLine(name: CommandName): string {
  return `bowline ${name} ${commandTable[name].line}`;
}
