import { statSync } from 'node:fs';
import type { SessionOptions as EngineOptions } from '@bowline/assembly';
import type { ModelClient } from '@bowline/models';
import { AgentError, approvalModes, nearestNames } from '@bowline/protocol/plain';
import type { OnConfirmation } from './confirmations.ts';

/** The options of a session. All have defaults. */
export interface SessionOptions extends Partial<Omit<EngineOptions, 'models' | 'model' | 'tools' | 'isInteractive'>> {
  /** A model, a tier or `auto`, alone or with what to do if it is unavailable. */
  readonly model?: string | EngineOptions['model'];
  /** Used instead of `GEMINI_API_KEY` in the environment. */
  readonly apiKey?: string;
  /** Your own client for models. */
  readonly client?: ModelClient;
  /** Your own tools, created with `defineTool`. */
  readonly tools?: NonNullable<EngineOptions['tools']>['own'];
  /** Tools that your program runs when a `tool_status` event has `host`; see the README. */
  readonly hostTools?: NonNullable<EngineOptions['tools']>['host'];
  /** False removes the built-in tools. Default: true. */
  readonly builtInTools?: boolean;
  /** Decides about calls that need approval. Without it they are denied, unless `approval.canAsk` is true. */
  readonly onConfirmation?: OnConfirmation;
}

/** What an option accepts. */
export interface OptionRule {
  /** In words, for the hint. */
  readonly takes: string;
  readonly fits: (value: unknown) => boolean;
  /** The options in a group. */
  readonly members?: readonly string[];
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCall = (value: unknown): boolean => typeof value === 'function';

const oneOf = (...words: readonly string[]): OptionRule => ({
  takes: `one of ${words.join(', ')}`,
  fits: (value) => typeof value === 'string' && words.includes(value),
});
const text: OptionRule = { takes: 'a string that is not empty', fits: isText };
const flag: OptionRule = { takes: 'true or false', fits: (value) => typeof value === 'boolean' };
const above: OptionRule = {
  takes: 'a number above 0',
  fits: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
};
const count: OptionRule = {
  takes: 'a whole number above 0',
  fits: (value) => Number.isSafeInteger(value) && above.fits(value),
};
const call: OptionRule = { takes: 'a function', fits: isCall };
const texts = listOf(text, 'strings that are not empty');
const folder: OptionRule = {
  takes: 'the path of a folder that exists',
  fits: (value) => typeof value === 'string' && statSync(value, { throwIfNoEntry: false })?.isDirectory() === true,
};
/** The setting `null` switches the limit off. */
const inactivity: OptionRule = {
  takes: 'a number above 0 or null',
  fits: (value) => value === null || above.fits(value),
};
const share: OptionRule = {
  takes: 'a number from 0 to 1',
  fits: (value) => typeof value === 'number' && value > 0 && value <= 1,
};
const tool: OptionRule = {
  takes: 'a tool, created with defineTool',
  fits: (value) => isObject(value) && isText(value['name']) && isCall(value['parse']),
};
const declaration: OptionRule = {
  takes: 'an object with a name',
  fits: (value) => isObject(value) && isText(value['name']),
};
const credential = shape({ host: text, variable: text, token: text, authorities: text }, ['host', 'variable', 'token']);
const listKeys = [
  'tools.exclude',
  'tools.confirmationRequired',
  'tools.allowed',
  'tools.core',
  'security.disableYoloMode',
];
const toolList: OptionRule = {
  takes: 'an object with key (tools.exclude, tools.confirmationRequired, tools.allowed or tools.core) and names',
  fits: (value) => isObject(value) && listKeys.includes(String(value['key'])) && texts.fits(value['names']),
};
const trust: OptionRule = {
  takes: 'an object with the function of',
  fits: (value) => isObject(value) && isCall(value['of']),
};

function listOf({ fits }: OptionRule, what: string): OptionRule {
  return { takes: `an array of ${what}`, fits: (value) => Array.isArray(value) && value.every((one) => fits(one)) };
}

/** An object with these members, all optional unless `needed`. */
function shape(rules: Readonly<Record<string, OptionRule>>, needed: readonly string[] = []): OptionRule {
  const members = Object.entries(rules).map(([name, { takes }]) => `${name} (${takes})`);
  return {
    members: Object.keys(rules),
    takes: `an object with ${members.join(', ')}`,
    fits: (value) =>
      isObject(value) &&
      needed.every((name) => value[name] !== undefined) &&
      Object.entries(value).every(
        ([name, member]) => Object.hasOwn(rules, name) && (member === undefined || rules[name]?.fits(member) === true),
      ),
  };
}

const names: OptionRule = { takes: 'a Set of names', fits: (value) => value instanceof Set };
const windows: OptionRule = {
  takes: 'an object with a number above 0 for each model',
  fits: (value) => isObject(value) && Object.values(value).every((size) => above.fits(size)),
};
const hosts: OptionRule = {
  takes: 'an array of host:port',
  fits: (value) => texts.fits(value) && (value as readonly string[]).every((host) => /^[^\s/]+:\d+$/.test(host)),
};
const modelGroup = shape({ name: text, fallback: oneOf('ask', 'switch', 'never'), onQuota: oneOf('wait', 'fail') });

/** The rule of each option, for programs that no compiler checks. */
export const sessionOptions: Readonly<Record<keyof SessionOptions, OptionRule>> = {
  apiKey: text,
  approval: shape({
    mode: oneOf(...approvalModes),
    canAsk: flag,
    preview: flag,
    expireMs: above,
    alwaysAllow: flag,
    policies: texts,
    toolLists: listOf(toolList, 'objects with key, names, file, line and tier'),
  }),
  builtInTools: flag,
  client: {
    takes: 'an object with the function stream',
    fits: (value) => typeof value === 'object' && value !== null && 'stream' in value && isCall(value.stream),
  },
  context: shape({
    compactAt: share,
    masking: shape({ protectedTokens: count, leastTokens: count, smallestTokens: count, exempt: names }, [
      'protectedTokens',
      'leastTokens',
      'smallestTokens',
      'exempt',
    ]),
    windows,
    loopDetection: flag,
    fileNames: texts,
  }),
  directories: listOf(folder, 'paths of folders that exist'),
  hostTools: listOf(declaration, 'tool declarations'),
  limits: shape({
    maxSteps: count,
    maxTokens: count,
    maxCost: above,
    maxSeconds: above,
    hostCallMs: above,
    inactivityTimeoutMs: inactivity,
    toolOutputThreshold: { takes: 'a number above 0', fits: (value) => value === Infinity || above.fits(value) },
  }),
  model: {
    takes: `a string that is not empty, or ${modelGroup.takes}`,
    fits: (value) => isText(value) || modelGroup.fits(value),
  },
  onConfirmation: call,
  onWorkspaceTrouble: call,
  sandbox: shape({
    mode: oneOf('off', 'auto', 'required'),
    hosts: texts,
    credentials: listOf(credential, 'objects with host, variable and token'),
  }),
  session: shape({ id: text, resume: text, takeover: flag, ignoresOldCommands: flag }),
  settings: call,
  tools: listOf(tool, 'tools, created with defineTool'),
  trust: shape({ isTrusted: flag, folders: trust }),
  web: shape({ search: call, allowedHosts: hosts }),
  workspace: {
    takes: `${folder.takes}, or bowline://HOST:PORT`,
    fits: (value) => folder.fits(value) || (typeof value === 'string' && value.startsWith('bowline://')),
  },
  workspaceToken: text,
};

/** Throws `OPTIONS_INVALID` for an unknown option, with the nearest name, or for an invalid value. */
export function checkOptions(options: object, rules: Readonly<Record<string, OptionRule>>): void {
  if (!isObject(options))
    throw new AgentError('OPTIONS_INVALID', 'The options are not an object', { hint: 'Pass an object, or nothing' });
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) throw unknownOption(name, rules);
    if (value !== undefined && !rule.fits(value))
      throw new AgentError('OPTIONS_INVALID', `Invalid value for the option ${name}`, {
        hint: `${name} must be ${rule.takes}`,
        details: { option: name },
      });
  }
}

/** Names that other agents use. */
const RENAMED: Readonly<Record<string, string>> = { maxTurns: 'maxSteps', permissionMode: 'mode', cwd: 'workspace' };

function unknownOption(option: string, rules: Readonly<Record<string, OptionRule>>): AgentError {
  const inGroups = Object.entries(rules).flatMap(([group, { members = [] }]) =>
    members.map((name): [string, string] => [name, `${group}: { ${name} }`]),
  );
  const spelled = new Map([
    ...inGroups.toReversed(),
    ...Object.keys(rules).map((name): [string, string] => [name, name]),
  ]);
  const known = [...spelled.keys()];
  const renamed = RENAMED[option];
  const near = renamed ?? known.find((name) => name.startsWith(option)) ?? nearestNames(option, known)[0];
  return new AgentError('OPTIONS_INVALID', `Unknown option: ${option}`, {
    hint:
      near === undefined ? 'See the type SessionOptions for the options' : `Did you mean ${spelled.get(near) ?? near}?`,
    details: { option },
  });
}
