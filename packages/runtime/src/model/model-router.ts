import type { Content } from '@google/genai';
import { firstOf, type CompactionPlan } from '@bowline/context';
import { unreachable, type AgentError, type JsonObject, type TokenUsage } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import {
  chainOf,
  cheaperModel,
  classify,
  createAskModel,
  planRecovery,
  priceOf,
  resolveConfig,
  routeModel,
  toModelWish,
  type AskModel,
  type FallbackRules,
  type ModelClient,
  type ModelConfigs,
  type ModelHealth,
  type ModelWish,
  type PriceTable,
  type ResolvedConfig,
  type RetryPolicy,
  type RoutingStrategy,
  type ScreenedClient,
  type UtilityCall,
} from '@bowline/models';
import type { Journal } from '../journal/journal.ts';
import { planSetAside, type SetAside } from '../state/plan-set-aside.ts';
import type { GenerationParameters } from './generation-parameters.ts';
import { toUsage } from './to-usage.ts';
import { createAdvice } from './advice.ts';
import { askAboutModel } from '../state/model-question.ts';
import type { Spending } from './spending.ts';

/** Everything that determines the model of a request and its config. */
export interface ModelParts {
  readonly client: ModelClient;
  /** The default: a model, a tier, or `auto`. */
  readonly name: string;
  readonly configs: ModelConfigs;
  /** Shared by all sessions of a process. */
  readonly health: ModelHealth;
  readonly policy: RetryPolicy;
  readonly rules: FallbackRules;
  readonly strategies: readonly RoutingStrategy[];
  readonly prices: PriceTable;
}

interface DeskParts extends Omit<ModelParts, 'client'> {
  /** Where the history would be cut for a summary. Undefined if there is nothing to summarize. */
  readonly cut: () => CompactionPlan | undefined;
  /** For side questions. */
  readonly client: ScreenedClient;
  readonly journal: Journal;
  readonly spending: Spending;
  readonly newId: () => string;
}

/** A request that failed. */
export interface FailedRequest {
  readonly error: AgentError;
  readonly usage: TokenUsage | undefined;
  /** The message whose deltas were shown. */
  readonly retracts: string | undefined;
}

const outages = {
  quota: 'its quota is used up',
  capacity: 'it is overloaded',
  missing: 'it does not exist',
} as const;

/**
 * Decides about model requests: which model, with which config, and what to do after a failure. Stateless: the log has
 * the sequence's model and its failures, `health` knows which models are available.
 */
export class ModelRouter {
  readonly #parts: DeskParts;
  /** Asks side questions through the same routes. */
  readonly ask: AskModel;
  /** Asks questions that the turn can do without. */
  readonly advise: AskModel;
  /** Records of side questions asked while a model is selected. They are appended after the selection. */
  #aside: NewRecord[] | undefined;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.ask = createAskModel({
      ...parts,
      tier: (asked = 'flash-lite') => (this.#requested.includes('/') ? this.#requested : asked),
      mayAsk: (model) => parts.spending.ceilingFor(model) === null,
      onCall: (call) => this.#keepCall(call),
    });
    this.advise = createAdvice(this.ask);
  }

  /** The model and config of the next request. Selects and records them if necessary. */
  async choose(contents: readonly Content[], signal: AbortSignal): Promise<ResolvedConfig> {
    const { journal, spending } = this.#parts;
    if (journal.turn.model === null) await this.select(contents, signal);
    else await this.#leaveBanned(journal.turn.model);
    spending.checkPrice(this.concreteModel);
    return this.#resolve(this.model);
  }

  /** The model of this sequence, or the requested one if none is selected yet. */
  get model(): string {
    return this.#parts.journal.turn.model ?? this.#requested;
  }

  /** The provider's name for the model, since the requested name may be that of a config. */
  get concreteModel(): string {
    return this.#resolve(this.model).model;
  }

  /** The model that will probably be used, before one is selected: that of a tier, or the best of a family. */
  get expectedModel(): string {
    if (this.#parts.journal.turn.model !== null) return this.concreteModel;
    const wish = this.#wish;
    return this.#resolve(wish.kind === 'auto' ? wish.family.pro : wish.model).model;
  }

  /** The generation parameters of the next request, within the remaining limits. */
  parameters(): GenerationParameters {
    const { model, config } = this.#resolve(this.model);
    const { maxOutputTokens = Infinity, ...rest } = config;
    const most = Math.min(maxOutputTokens, this.#parts.spending.mostOutput(model));
    return most === Infinity ? rest : { ...rest, maxOutputTokens: most };
  }

  /** Forgets which models were unavailable, because the user requested a model or a retry. */
  tryAgain(): void {
    this.#parts.health.reset();
  }

  /** The records for a failed request: the failure, and what is done about it. */
  recover(request: FailedRequest): NewRecord[] {
    const { journal, health, policy, rules } = this.#parts;
    const { model } = this;
    const { error } = request;
    const now = Date.now();
    const others = this.#othersOf(model);
    const isLastTry = health.isOnLastTry(model);
    const failures = journal.turn.failures + 1;
    const setAside = planSetAside(journal.history.entries, error.details);
    const recovery = planRecovery(error, {
      ...{ model, failures, isLastTry, others, policy, rules, now, random: Math.random() },
      cheaper: this.#cheaperThan(model),
      canSetAside: setAside !== undefined,
      canShorten: journal.turn.overflow === 'none' && this.#parts.cut() !== undefined,
    });
    const at = (ms: number): string => new Date(now + ms).toISOString();
    switch (recovery.kind) {
      case 'set_aside':
        return [toFailure(request, model, { isMended: true }), ...toSetAside(setAside, error)];
      case 'shorten':
        return [toFailure(request, model, { isMended: true, shortens: true })];
      case 'retry':
        return [toFailure(request, model, { retryAt: at(recovery.afterMs), attempts: recovery.attempts })];
      case 'wait':
        health.fail(model, recovery.outage, recovery.afterMs);
        return [toFailure(request, model, { retryAt: at(recovery.afterMs) })];
      case 'fall_back':
        if (recovery.outage === null) health.falter(model);
        else health.fail(model, recovery.outage, recovery.outageMs);
        return [
          toFailure(request, model, {}),
          { type: 'model_fell_back', body: { from: model, to: recovery.to, reason: error.message } },
        ];
      case 'ask':
        return this.#askUser(request, recovery, recovery.waitMs === undefined ? undefined : at(recovery.waitMs));
      case 'fail':
        if (recovery.outage !== null) health.fail(model, recovery.outage, recovery.outageMs);
        return [toFailure(request, model, { isFinal: true, hasEffects: journal.turn.hasEffects })];
      default:
        return unreachable(recovery);
    }
  }

  /** The failure, and the question what to do about the model. */
  #askUser(
    request: FailedRequest,
    { to }: { readonly to: string | undefined },
    waitUntil: string | undefined,
  ): NewRecord[] {
    const { rules, newId, prices } = this.#parts;
    const { model } = this;
    const inputId = newId();
    const price = to === undefined ? undefined : priceOf(to, undefined, prices);
    const continues = rules.onQuota === 'wait';
    const question = askAboutModel({ inputId, model, to, price, error: request.error, waitUntil, continues });
    const retryAt = continues && waitUntil !== undefined ? { retryAt: waitUntil } : {};
    return [
      toFailure(request, model, { asks: inputId, ...retryAt }),
      { type: 'input_requested', body: { request: question } },
    ];
  }

  /** The model requested in this session, or else the one it was opened with. */
  get #requested(): string {
    return this.#parts.journal.session.requestedModel ?? this.#parts.name;
  }

  get #wish(): ModelWish {
    return toModelWish(this.#requested);
  }

  /**
   * Routes, then selects an available model: no request goes to a model that is known to be out. The choice is reported
   * first, before the cost of choosing it.
   */
  async select(contents: readonly Content[], signal: AbortSignal): Promise<void> {
    const aside: NewRecord[] = [];
    this.#aside = aside;
    try {
      const selected = await this.#route(contents, signal);
      await this.#append(...(signal.aborted ? aside : [selected, ...aside]));
    } finally {
      this.#aside = undefined;
    }
  }

  async #route(contents: readonly Content[], signal: AbortSignal): Promise<NewRecord> {
    const { journal, strategies, health, rules } = this.#parts;
    health.startTurn();
    const { mode, hasApprovedPlan } = journal.session;
    const ask = (asked: readonly Content[], until: AbortSignal): ReturnType<typeof classify> =>
      classify(asked, this.advise, until);
    const wish = this.#wish;
    const route = await routeModel({ wish, mode, hasApprovedPlan, contents, signal, classify: ask }, strategies);
    const chain = rules.fallback === 'never' ? [route.model] : chainOf(wish, route.model);
    const model = chain.find((name) => health.isAvailable(name)) ?? route.model;
    const strategy = model === route.model ? route.strategy : 'availability';
    const config = JSON.parse(JSON.stringify(this.#resolve(model).config)) as JsonObject;
    return { type: 'model_selected', body: { model, config, strategy } };
  }

  /** Switches away from a model that another request found unavailable, before a request fails. */
  async #leaveBanned(model: string): Promise<void> {
    const { health, rules } = this.#parts;
    const out = health.outageOf(model);
    const [to] = out === undefined || rules.fallback !== 'switch' ? [] : this.#othersOf(model);
    if (out !== undefined && to !== undefined)
      await this.#append({ type: 'model_fell_back', body: { from: model, to, reason: outages[out.outage] } });
  }

  /** Available replacements for a model of this sequence, best first. */
  #othersOf(model: string): readonly string[] {
    const { health, journal } = this.#parts;
    const chain = chainOf(this.#wish, journal.turn.selected ?? model);
    return chain.filter((name) => name !== model && health.isAvailable(name));
  }

  /** A model to offer instead of one that was requested by name. */
  #cheaperThan(model: string): string | undefined {
    const { health, prices } = this.#parts;
    const cheaper = cheaperModel(model, prices);
    return cheaper !== undefined && health.isAvailable(cheaper) ? cheaper : undefined;
  }

  #resolve(model: string): ResolvedConfig {
    const isRetry = this.#parts.journal.turn.failures > 0;
    return resolveConfig({ model, scope: 'core', isRetry, isChatModel: true }, this.#parts.configs);
  }

  async #keepCall({ purpose, model, usage, error }: UtilityCall): Promise<void> {
    const spent = this.#parts.spending.price(model, toUsage(usage));
    const body = {
      purpose,
      model,
      ...(spent === undefined ? {} : { usage: spent }),
      ...(error === undefined ? {} : { error: error.message }),
    };
    const record: NewRecord = { type: 'utility_called', body };
    if (this.#aside === undefined) await this.#append(record);
    else this.#aside.push(record);
  }

  async #append(...records: readonly NewRecord[]): Promise<void> {
    const { journal } = this.#parts;
    const { streamId } = journal.turn;
    if (records.length > 0)
      await journal.append(records.map((record) => (streamId === null ? record : { ...record, streamId })));
  }
}

/** Maximum length of a reason, since the model sees it in every later request. */
const LONGEST_REASON = 200;

/** The part to leave out, and the provider's reason without the name of the model. */
function toSetAside(part: SetAside | undefined, { message }: AgentError): NewRecord[] {
  if (part === undefined) return [];
  const said = message
    .slice(message.indexOf(': ') + 1)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [{ type: 'part_set_aside', body: { ...part, reason: firstOf(said, LONGEST_REASON) } }];
}

interface FailureNext {
  /** No action is needed. */
  readonly isMended?: boolean;
  readonly shortens?: boolean;
  readonly retryAt?: string;
  readonly attempts?: number;
  readonly asks?: string;
  readonly isFinal?: boolean;
  readonly hasEffects?: boolean;
}

function toFailure(
  { error, usage, retracts }: FailedRequest,
  model: string,
  { hasEffects = false, isMended = false, ...next }: FailureNext,
): NewRecord {
  const { code, message, retryable, retryAfter, quota, details } = error;
  const { status } = details;
  // After an effect, nothing is retried automatically: the user decides how to continue.
  const done = hasEffects ? ['Completed calls stay completed. Send a message to continue'] : [];
  const hint = [...(error.hint === undefined || isMended ? [] : [error.hint]), ...done].join('. ');
  return {
    type: 'model_failed',
    body: {
      model,
      code,
      message,
      retryable,
      isFinal: false,
      ...(hint === '' ? {} : { hint }),
      ...(usage === undefined ? {} : { usage }),
      ...(retracts === undefined ? {} : { retracts }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
      ...(quota === undefined ? {} : { quota }),
      ...(typeof status === 'number' ? { status } : {}),
      ...next,
    },
  };
}
