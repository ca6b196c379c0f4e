import type { Content, GenerateContentResponseUsageMetadata } from '@google/genai';
import { AgentError } from '@bowline/protocol';
import * as z from 'zod';
import type { ModelHealth } from '../availability/model-health.ts';
import type { ModelConfigs } from '../config/model-configs.ts';
import { resolveConfig } from '../config/resolve-config.ts';
import { toInvalidAnswer } from '../failures/network-error.ts';
import type { ModelRequest } from '../model-client.ts';
import { planRecovery } from '../retry/plan-recovery.ts';
import type { FallbackRules, RetryPolicy } from '../retry/retry-policy.ts';
import type { ScreenedClient } from '../screening/screened-client.ts';
import { chainFor } from './chain-for.ts';

/** A question to a utility model: which model to use, a summary of the history, or whether the agent is in a loop. */
export interface UtilityQuestion<Schema extends z.ZodType> {
  /** The name of the alias for its config, and the label of its cost. */
  readonly purpose: string;
  readonly instruction: string;
  readonly contents: readonly Content[];
  readonly schema: Schema;
  /** The tier to use instead of the smallest model, if the session's provider has tiers. */
  readonly tier?: string;
  /** The maximum number of requests, over all models. Default: as many as retries and fallbacks need. */
  readonly tries?: number;
  /** The maximum time to wait for an answer. */
  readonly longestMs?: number;
  readonly signal: AbortSignal;
  /** Called with the reason of each request that failed. */
  readonly onFailure?: (error: AgentError) => void;
}

/** Asks a utility question. Undefined if there is no answer: callers must work without it. */
export type AskModel = <Schema extends z.ZodType>(
  question: UtilityQuestion<Schema>,
) => Promise<z.infer<Schema> | undefined>;

/** The usage of one request, successful or not. */
export interface UtilityCall {
  readonly purpose: string;
  readonly model: string;
  readonly usage: GenerateContentResponseUsageMetadata | undefined;
  readonly error: AgentError | undefined;
}

/** The parts of utility calls: the same client, configs and health as in a turn. */
export interface UtilityParts {
  readonly client: ScreenedClient;
  readonly configs: ModelConfigs;
  readonly health: ModelHealth;
  readonly policy: RetryPolicy;
  readonly rules: FallbackRules;
  /** Returns the tier or model to use if no alias names one. */
  readonly tier: (asked: string | undefined) => string;
  /** Called for every request, so that its cost can be recorded. */
  readonly onCall: (call: UtilityCall) => Promise<void>;
  /** Called before each request; returns false if a ceiling leaves no budget. */
  readonly mayAsk: (model: string) => boolean;
}

/** An optional answer is not worth a longer wait. */
const LONGEST_MS = 15_000;
const LONGEST_PAUSE_MS = 3000;

/** Creates utility calls with the usual retry, fallback and health rules, but short waits. */
export function createAskModel(parts: UtilityParts): AskModel {
  return async (question) => {
    const signal = AbortSignal.any([question.signal, AbortSignal.timeout(question.longestMs ?? LONGEST_MS)]);
    const chain = chainFor(question.purpose, parts.tier(question.tier), parts.configs);
    let model = chain.find((name) => parts.health.isAvailable(name));
    let left = question.tries ?? Infinity;
    for (let failures = 0; model !== undefined && !signal.aborted && left > 0; left -= 1) {
      if (!parts.mayAsk(model)) return undefined;
      const outcome = await askOnce(question, model, { ...parts, signal, isRetry: failures > 0 });
      if (outcome.kind === 'answered') return outcome.value;
      question.onFailure?.(outcome.error);
      failures += 1;
      if (left === 1) return undefined;
      const next = await recover(outcome.error, { model, failures, chain, signal }, parts);
      if (next !== model) failures = 0;
      model = next;
    }
    return undefined;
  };
}

interface Attempt {
  readonly model: string;
  readonly failures: number;
  readonly chain: readonly string[];
  readonly signal: AbortSignal;
}

/** Waits if necessary and returns the next model to try; undefined to give up. */
async function recover(error: AgentError, attempt: Attempt, parts: UtilityParts): Promise<string | undefined> {
  const { model, failures, chain, signal } = attempt;
  const { health, policy } = parts;
  const others = chain.slice(chain.indexOf(model) + 1).filter((name) => health.isAvailable(name));
  const rules: FallbackRules = { fallback: parts.rules.fallback === 'never' ? 'never' : 'switch', onQuota: 'fail' };
  const context = { model, failures, others, policy, rules, now: Date.now(), random: Math.random() };
  const recovery = planRecovery(error, context);
  if (recovery.kind !== 'retry') {
    if ('outage' in recovery && recovery.outage !== null)
      health.fail(model, recovery.outage, 'outageMs' in recovery ? recovery.outageMs : null);
    return recovery.kind === 'fall_back' ? recovery.to : undefined;
  }
  if (recovery.afterMs > LONGEST_PAUSE_MS) return undefined;
  await pause(recovery.afterMs, signal);
  return model;
}

type Outcome<Value> =
  { readonly kind: 'answered'; readonly value: Value } | { readonly kind: 'failed'; readonly error: AgentError };

async function askOnce<Schema extends z.ZodType>(
  question: UtilityQuestion<Schema>,
  model: string,
  {
    client,
    configs,
    onCall,
    signal,
    isRetry,
  }: UtilityParts & { readonly signal: AbortSignal; readonly isRetry: boolean },
): Promise<Outcome<z.infer<Schema>>> {
  const { purpose, instruction, contents, schema } = question;
  const key = { model: purpose, asked: model, scope: purpose, isRetry, isChatModel: false };
  const { config } = resolveConfig(key, configs);
  const request: ModelRequest = {
    model,
    contents,
    config: {
      ...config,
      systemInstruction: instruction,
      responseMimeType: 'application/json',
      responseJsonSchema: z.toJSONSchema(schema),
    },
  };
  const answer = await readAnswer(client, request, signal);
  if (signal.aborted) {
    await onCall({ purpose, model, usage: answer.usage, error: undefined });
    return { kind: 'failed', error: new AgentError('MODEL_TIMEOUT', `${model} did not answer in time`) };
  }
  const parsed = answer.error === undefined ? parse(answer.text, schema) : undefined;
  const error =
    answer.error ??
    (parsed === undefined ? toInvalidAnswer(model, 'returned an answer in the wrong format') : undefined);
  await onCall({ purpose, model, usage: answer.usage, error });
  return error === undefined ? { kind: 'answered', value: parsed as z.infer<Schema> } : { kind: 'failed', error };
}

async function readAnswer(
  client: ScreenedClient,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<{ text: string; usage: GenerateContentResponseUsageMetadata | undefined; error: AgentError | undefined }> {
  let text = '';
  let usage: GenerateContentResponseUsageMetadata | undefined;
  try {
    for await (const chunk of client.stream(request, signal)) {
      usage = chunk.usage ?? usage;
      if (chunk.blockReason !== undefined)
        throw new AgentError('MODEL_BAD_REQUEST', `${request.model} refused the request: ${chunk.blockReason}`);
      for (const part of chunk.content?.parts ?? []) if (part.thought !== true) text += part.text ?? '';
    }
    return { text, usage, error: undefined };
  } catch (thrown) {
    return { text, usage, error: AgentError.from(thrown) };
  }
}

/** Models often put JSON into a code fence. */
function parse<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> | undefined {
  const json = /[[{][\s\S]*[\]}]/.exec(text)?.[0] ?? '';
  try {
    return schema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
