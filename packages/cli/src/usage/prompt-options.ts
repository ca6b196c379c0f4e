/** An option as it is parsed, completed and explained. */
export interface OptionUsage {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  readonly default?: string | boolean | string[];
  /** What its value is called; only of those that take one. */
  readonly value?: string;
  /** The values that there are, when they can be listed. */
  readonly choices?: readonly string[];
  readonly about: string;
}

const none: string[] = [];

/** The options of `bowline` itself. */
export const promptOptions = {
  prompt: { type: 'string', short: 'p', value: 'TEXT', about: 'run this prompt, print the answer and exit' },
  'prompt-interactive': {
    type: 'string',
    short: 'i',
    value: 'TEXT',
    about: 'start a session on the screen with this prompt',
  },
  'screen-reader': { type: 'boolean', default: false, about: 'use words in place of symbols and animation' },
  model: {
    type: 'string',
    short: 'm',
    value: 'NAME',
    choices: ['auto', 'pro', 'flash', 'flash-lite'],
    about:
      'a model (gemini-2.5-pro, openai/NAME, ollama/NAME), a tier (pro, flash, flash-lite) or auto; default: $GEMINI_MODEL, the settings, else pro',
  },
  'on-confirm': {
    type: 'string',
    default: 'deny',
    value: 'WHAT',
    choices: ['deny', 'suspend', 'fail'],
    about:
      'when a call needs approval: deny it and tell the model (default), suspend (exit 62; answer with bowline approve), or fail',
  },
  policy: { type: 'string', multiple: true, default: none, value: 'FILE', about: 'add the rules of this file' },
  trust: {
    type: 'boolean',
    default: false,
    about: "use this folder's own settings, policies and context files in this run",
  },
  'no-fallback': { type: 'boolean', default: false, about: 'never switch to another model' },
  'on-quota': {
    type: 'string',
    value: 'wait|fail',
    choices: ['wait', 'fail'],
    about: 'when no model has quota left: wait for it, or fail (default; on the screen: wait)',
  },
  'output-format': {
    type: 'string',
    short: 'o',
    default: 'text',
    value: 'FORMAT',
    choices: ['text', 'json', 'stream-json', 'events'],
    about: 'text, json, stream-json, or events (one JSON event per line)',
  },
  'json-schema': {
    type: 'string',
    value: 'FILE|JSON',
    about:
      'print JSON that matches this JSON Schema; an answer that does not match goes back to the model, twice at most',
  },
  'approval-mode': {
    type: 'string',
    value: 'MODE',
    choices: ['default', 'auto_edit', 'yolo', 'plan'],
    about: 'default (reads only), auto_edit, yolo, plan',
  },
  yolo: { type: 'boolean', short: 'y', default: false, about: 'same as --approval-mode yolo' },
  sandbox: {
    type: 'string',
    short: 's',
    value: '[=WHEN]',
    choices: ['off', 'auto', 'required'],
    about:
      'confine commands: required (without a value), auto or off; default: the setting security.sandbox, else auto',
  },
  resume: {
    type: 'string',
    short: 'r',
    value: '[ID]',
    about: 'resume the latest session of this folder, or one by the beginning of its id',
  },
  compact: { type: 'string', value: '[FOCUS]', about: 'with --resume: summarize the session first, FOCUS in detail' },
  takeover: { type: 'boolean', default: false, about: 'take the session from the process that holds it' },
  'session-id': { type: 'string', value: 'ID', about: 'the id of the new session' },
  'include-directories': {
    type: 'string',
    multiple: true,
    default: none,
    value: 'DIR',
    about: 'add folders to the workspace (repeat, or separate by commas)',
  },
  'max-turns': { type: 'string', value: 'N', about: 'stop after N model calls' },
  'max-tokens': { type: 'string', value: 'N', about: 'stop before a turn uses more tokens than this, in and out' },
  'max-cost': { type: 'string', value: 'DOLLARS', about: 'stop before a turn costs more than this' },
  'max-time': { type: 'string', value: 'TIME', about: 'stop after this much work: 90, 90s, 10m, 1h' },
  'no-loop-detection': { type: 'boolean', default: false, about: 'do not stop a turn that goes in circles' },
  'strict-settings': {
    type: 'boolean',
    default: false,
    about: 'fail when Bowline ignores a setting: unknown keys, a sandbox, hooks, MCP servers, extensions',
  },
  'record-responses': { type: 'string', value: 'FILE', about: "record the model's answers, without secrets" },
  'replay-responses': { type: 'string', value: 'FILE', about: 'answer from such a recording' },
  debug: { type: 'string', value: 'FILE', about: 'write every event to FILE' },
} as const satisfies Readonly<Record<string, OptionUsage>>;

/** The options of `bowline attach`: those of a session on the screen, but for which session it is. */
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
