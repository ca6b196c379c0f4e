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

/** A question to a model on the side: which model to use, what a history says in short, whether it goes in circles. */
export interface UtilityQuestion<Schema extends z.ZodType> {
  /** Names the alias whose config it goes with, and is what its cost is booked under. */
  readonly purpose: string;
  readonly instruction: string;
  readonly contents: readonly Content[];
  readonly schema: Schema;
  /** What is asked in place of the smallest model, where the session's provider has tiers. */
  readonly tier?: string;
  /** How many requests an answer is worth, to whichever models; as many as retries and fallbacks take by default. */
  readonly tries?: number;
  /** How long an answer is worth waiting for. */
  readonly longestMs?: number;
  readonly signal: AbortSignal;
}

/** Asks a side question. Undefined if there is no answer: callers must work without it. */
export type AskModel = <Schema extends z.ZodType>(
  question: UtilityQuestion<Schema>,
) => Promise<z.infer<Schema> | undefined>;

/** What was spent on one request, answered or not. */
export interface UtilityCall {
  readonly purpose: string;
  readonly model: string;
  readonly usage: GenerateContentResponseUsageMetadata | undefined;
  readonly error: AgentError | undefined;
}

/** What utility calls go through: the same client, configs and health as the turn itself. */
export interface UtilityParts {
  readonly client: ScreenedClient;
  readonly configs: ModelConfigs;
  readonly health: ModelHealth;
  readonly policy: RetryPolicy;
  readonly rules: FallbackRules;
  /** The tier or model that is asked when no alias names one. */
  readonly tier: (asked: string | undefined) => string;
  /** Hears of every request, so that its cost can be kept. */
  readonly onCall: (call: UtilityCall) => Promise<void>;
  /** Asked before each request; false when a ceiling leaves nothing to ask with. */
  readonly mayAsk: (model: string) => boolean;
}

/** Waiting for an answer that one can do without is not worth more. */
const LONGEST_MS = 15_000;
const LONGEST_PAUSE_MS = 3000;

/** Utility calls over the same retry, fallback and health as everything else, kept short. */
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

/** The model to ask next, after the pause that it takes; undefined to do without. */
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

/** Models like to put JSON into a fence. */
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
