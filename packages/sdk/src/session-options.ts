import type { SessionWishes } from '@bowline/assembly';
import type { ModelClient } from '@bowline/models';
import { AgentError, nearestNames } from '@bowline/protocol/plain';
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

/** What may be in the options of a session, for programs that no compiler checks. */
export const sessionOptionNames: Readonly<Record<keyof SessionOptions, true>> = {
  allowedHosts: true,
  apiKey: true,
  builtInTools: true,
  canAsk: true,
  client: true,
  commandLimits: true,
  context: true,
  directories: true,
  expireMs: true,
  fallback: true,
  folders: true,
  hostCallMs: true,
  hostTools: true,
  isTrusted: true,
  longestResult: true,
  looksForLoops: true,
  maxCost: true,
  maxSeconds: true,
  maxTokens: true,
  maxTurns: true,
  mayGrant: true,
  memoryNames: true,
  mode: true,
  model: true,
  onConfirmation: true,
  onQuota: true,
  policies: true,
  session: true,
  settings: true,
  toolLists: true,
  tools: true,
  webSearch: true,
  workspace: true,
};

/** Throws `OPTIONS_INVALID` for the first option that there is not, with the nearest name that there is. */
export function checkOptions(options: object, names: Readonly<Record<string, true>>): void {
  const known = Object.keys(names);
  const wrong = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (wrong === undefined) return;
  const [near] = nearestNames(wrong, known);
  throw new AgentError('OPTIONS_INVALID', `there is no option ${wrong}`, {
    hint: near === undefined ? `the options are ${known.join(', ')}` : `did you mean ${near}?`,
    details: { option: wrong },
  });
}
