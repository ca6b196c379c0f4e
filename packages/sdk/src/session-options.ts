import { statSync } from 'node:fs';
import type { SessionWishes } from '@bowline/assembly';
import type { ModelClient } from '@bowline/models';
import { AgentError, approvalModes, nearestNames } from '@bowline/protocol/plain';
import type { OnConfirmation } from './confirmations.ts';

/** How to open a session. Everything has a default. */
export interface SessionOptions extends Partial<Omit<SessionWishes, 'models' | 'secrets' | 'tools' | 'isInteractive'>> {
  /** In place of `GEMINI_API_KEY` from the environment. */
  readonly apiKey?: string;
  /** Any other way to a model. */
  readonly client?: ModelClient;
  /** Your own tools, made with `defineTool`. */
  readonly tools?: NonNullable<SessionWishes['tools']>['own'];
  /** Tools that you run yourself, when a `tool_status` event with `host` tells you to; see the README. */
  readonly hostTools?: NonNullable<SessionWishes['tools']>['host'];
  /** False leaves only your own tools. */
  readonly builtInTools?: boolean;
  /** Answers calls that need approval. Without it they are denied, unless `canAsk` is true. */
  readonly onConfirmation?: OnConfirmation;
  /** True when you answer `input_request` events yourself. Default: false. */
  readonly canAsk?: boolean;
}

/** What an option takes, in words, and whether a value is that. */
export interface OptionRule {
  readonly takes: string;
  readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
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
const list: OptionRule = { takes: 'an array', fits: (value) => Array.isArray(value) };
const texts: OptionRule = {
  takes: 'an array of strings',
  fits: (value) => Array.isArray(value) && value.every((one) => isText(one)),
};
const object: OptionRule = {
  takes: 'an object',
  fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};
const call: OptionRule = { takes: 'a function', fits: (value) => typeof value === 'function' };
const folder: OptionRule = {
  takes: 'the path of a folder that exists',
  fits: (value) => typeof value === 'string' && statSync(value, { throwIfNoEntry: false })?.isDirectory() === true,
};

/** What may be in the options of a session, for programs that no compiler checks. */
export const sessionOptions: Readonly<Record<keyof SessionOptions, OptionRule>> = {
  allowedHosts: texts,
  apiKey: { takes: 'a string', fits: (value) => typeof value === 'string' },
  builtInTools: flag,
  canAsk: flag,
  client: object,
  commandLimits: object,
  context: object,
  directories: texts,
  expireMs: above,
  fallback: oneOf('ask', 'switch', 'never'),
  folders: object,
  hostCallMs: above,
  hostTools: list,
  isTrusted: flag,
  longestResult: above,
  looksForLoops: flag,
  maxCost: above,
  maxSeconds: above,
  maxTokens: count,
  maxTurns: count,
  mayGrant: flag,
  memoryNames: texts,
  mode: oneOf(...approvalModes),
  model: text,
  onConfirmation: call,
  onQuota: oneOf('wait', 'fail'),
  policies: texts,
  sandbox: oneOf('off', 'auto', 'required'),
  sandboxCredentials: list,
  sandboxHosts: texts,
  session: object,
  settings: call,
  toolLists: list,
  tools: list,
  webSearch: { takes: 'a function or an object', fits: (value) => call.fits(value) || object.fits(value) },
  workspace: folder,
};

/** Throws `OPTIONS_INVALID` for the first option that there is not, with the nearest name, or that has a wrong value. */
export function checkOptions(options: object, rules: Readonly<Record<string, OptionRule>>): void {
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) throw unknownOption(name, Object.keys(rules));
    if (value !== undefined && !rule.fits(value))
      throw new AgentError('OPTIONS_INVALID', `the option ${name} has a value that it does not take`, {
        hint: `${name} takes ${rule.takes}`,
        details: { option: name },
      });
  }
}

function unknownOption(option: string, known: readonly string[]): AgentError {
  const near = known.find((name) => name.startsWith(option)) ?? nearestNames(option, known)[0];
  return new AgentError('OPTIONS_INVALID', `there is no option ${option}`, {
    hint: near === undefined ? 'the options are those of the type SessionOptions' : `did you mean ${near}?`,
    details: { option },
  });
}
