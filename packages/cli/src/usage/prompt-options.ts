import { promptOptionHelp } from '../texts/option-help.ts';

/** An option: how it is parsed, completed and described. */
export interface OptionUsage {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  readonly default?: string | boolean | string[];
  /** The name of its value in the help; only for options that take one. */
  readonly value?: string;
  /** All valid values, if they can be listed. */
  readonly choices?: readonly string[];
  /** An empty value means something; otherwise it is an error. */
  readonly mayBeEmpty?: boolean;
  readonly about: string;
}

const none: string[] = [];

/** The options of `bowline` itself. */
export const promptOptions = {
  prompt: { type: 'string', short: 'p', value: 'TEXT', mayBeEmpty: true, about: promptOptionHelp.prompt },
  'prompt-interactive': {
    type: 'string',
    short: 'i',
    value: 'TEXT',
    about: promptOptionHelp.promptInteractive,
  },
  'screen-reader': { type: 'boolean', default: false, about: promptOptionHelp.screenReader },
  model: {
    type: 'string',
    short: 'm',
    value: 'NAME',
    choices: ['auto', 'pro', 'flash', 'flash-lite'],
    about: promptOptionHelp.model,
  },
  'on-confirm': {
    type: 'string',
    default: 'deny',
    value: 'WHAT',
    choices: ['deny', 'suspend', 'fail'],
    about: promptOptionHelp.onConfirm,
  },
  policy: { type: 'string', multiple: true, default: none, value: 'FILE', about: promptOptionHelp.policy },
  trust: {
    type: 'boolean',
    default: false,
    about: promptOptionHelp.trust,
  },
  'no-fallback': { type: 'boolean', default: false, about: promptOptionHelp.noFallback },
  'on-quota': {
    type: 'string',
    value: 'wait|fail',
    choices: ['wait', 'fail'],
    about: promptOptionHelp.onQuota,
  },
  'output-format': {
    type: 'string',
    short: 'o',
    default: 'text',
    value: 'FORMAT',
    choices: ['text', 'json', 'stream-json', 'events'],
    about: promptOptionHelp.outputFormat,
  },
  'json-schema': {
    type: 'string',
    value: 'FILE|JSON',
    about: promptOptionHelp.jsonSchema,
  },
  'approval-mode': {
    type: 'string',
    value: 'MODE',
    choices: ['default', 'auto_edit', 'yolo', 'plan', 'preview'],
    about: promptOptionHelp.approvalMode,
  },
  yolo: { type: 'boolean', short: 'y', default: false, about: promptOptionHelp.yolo },
  sandbox: {
    type: 'string',
    short: 's',
    value: '[=WHEN]',
    choices: ['off', 'auto', 'required'],
    about: promptOptionHelp.sandbox,
  },
  resume: {
    type: 'string',
    short: 'r',
    value: '[ID]',
    about: promptOptionHelp.resume,
  },
  compact: { type: 'string', value: '[FOCUS]', mayBeEmpty: true, about: promptOptionHelp.compact },
  takeover: { type: 'boolean', default: false, about: promptOptionHelp.takeover },
  'ignore-old-commands': { type: 'boolean', default: false, about: promptOptionHelp.ignoreOldCommands },
  'session-id': { type: 'string', value: 'ID', about: promptOptionHelp.sessionId },
  'include-directories': {
    type: 'string',
    multiple: true,
    default: none,
    value: 'DIR',
    about: promptOptionHelp.includeDirectories,
  },
  workspace: { type: 'string', value: 'URL', about: promptOptionHelp.workspace },
  'max-turns': { type: 'string', value: 'N', about: promptOptionHelp.maxTurns },
  'max-tokens': { type: 'string', value: 'N', about: promptOptionHelp.maxTokens },
  'max-cost': { type: 'string', value: 'DOLLARS', about: promptOptionHelp.maxCost },
  'max-time': { type: 'string', value: 'TIME', about: promptOptionHelp.maxTime },
  'no-loop-detection': { type: 'boolean', default: false, about: promptOptionHelp.noLoopDetection },
  'strict-settings': {
    type: 'boolean',
    default: false,
    about: promptOptionHelp.strictSettings,
  },
  'record-responses': { type: 'string', value: 'FILE', about: promptOptionHelp.recordResponses },
  'replay-responses': { type: 'string', value: 'FILE', about: promptOptionHelp.replayResponses },
  debug: { type: 'string', value: 'FILE', about: promptOptionHelp.debug },
} as const satisfies Readonly<Record<string, OptionUsage>>;

/** The options of `bowline attach`: those of an interactive session, except the ones that choose the session. */
export const attachOptions = {
  'prompt-interactive': promptOptions['prompt-interactive'],
  'screen-reader': promptOptions['screen-reader'],
  model: promptOptions.model,
  policy: promptOptions.policy,
  trust: promptOptions.trust,
  'no-fallback': promptOptions['no-fallback'],
  'on-quota': promptOptions['on-quota'],
  'approval-mode': promptOptions['approval-mode'],
  yolo: promptOptions.yolo,
  sandbox: promptOptions.sandbox,
  'include-directories': promptOptions['include-directories'],
  'max-turns': promptOptions['max-turns'],
  'max-tokens': promptOptions['max-tokens'],
  'max-cost': promptOptions['max-cost'],
  'max-time': promptOptions['max-time'],
  'no-loop-detection': promptOptions['no-loop-detection'],
  'strict-settings': promptOptions['strict-settings'],
  'record-responses': promptOptions['record-responses'],
  'replay-responses': promptOptions['replay-responses'],
} as const;
