import type { AgentEvent } from '../events.ts';

interface ModelStats {
  requests: number;
  errors: number;
  input: number;
  output: number;
  cached: number;
  thoughts: number;
  /** In US dollars; undefined after any use of a model without a known price. */
  cost: number | undefined;
}

interface ToolStats {
  count: number;
  success: number;
  fail: number;
  durationMs: number;
}

/** Token counts of a run over all models. */
export interface TokenCounts {
  /** Includes cached tokens. */
  readonly inputTokens: number;
  /** Excludes thoughts. */
  readonly outputTokens: number;
  readonly thoughtTokens: number;
  readonly cachedTokens: number;
}

/** Usage and cost of a run, computed from its events. */
export class RunStats {
  readonly models = new Map<string, ModelStats>();
  readonly tools = new Map<string, ToolStats>();
  readonly #open = new Map<string, number>();
  readonly #start = Date.now();
  #model = 'unknown';

  take(event: AgentEvent): void {
    switch (event.type) {
      case 'session_update':
        this.#model = event.model ?? this.#model;
        break;
      case 'usage': {
        const stats = this.#of(event.model);
        stats.requests += 1;
        stats.input += event.usage.inputTokens;
        stats.output += event.usage.outputTokens;
        stats.cached += event.usage.cachedTokens ?? 0;
        stats.thoughts += event.usage.thoughtTokens ?? 0;
        stats.cost = add(stats.cost, event.usage.cost);
        break;
      }
      case 'error':
        this.#of(this.#model).errors += 1;
        break;
      case 'tool_status':
        // The time until the user answers does not count: a call begins when it is allowed, or when it starts after an
        // approval.
        if (event.status === 'allowed' || event.status === 'running')
          this.#open.set(event.callId, Date.parse(event.at));
        break;
      case 'tool_response':
        this.#respond(event);
        break;
      default:
        break;
    }
  }

  /** Over all models; undefined if one of them has no known price. */
  get cost(): number | undefined {
    return [...this.models.values()].reduce<number | undefined>((sum, { cost }) => add(sum, cost), 0);
  }

  /** Over all models. */
  get usage(): TokenCounts {
    const sum = (key: 'input' | 'output' | 'thoughts' | 'cached'): number =>
      [...this.models.values()].reduce((total, model) => total + model[key], 0);
    return {
      inputTokens: sum('input'),
      outputTokens: sum('output'),
      thoughtTokens: sum('thoughts'),
      cachedTokens: sum('cached'),
    };
  }

  get durationMs(): number {
    return Math.round(Date.now() - this.#start);
  }

  #of(model: string): ModelStats {
    const none: ModelStats = { requests: 0, errors: 0, input: 0, output: 0, cached: 0, thoughts: 0, cost: 0 };
    const stats = this.models.get(model) ?? none;
    this.models.set(model, stats);
    return stats;
  }

  #respond(event: Extract<AgentEvent, { type: 'tool_response' }>): void {
    const stats = this.tools.get(event.name) ?? { count: 0, success: 0, fail: 0, durationMs: 0 };
    stats.count += 1;
    if (event.isError) stats.fail += 1;
    else stats.success += 1;
    stats.durationMs += Math.max(0, Date.parse(event.at) - (this.#open.get(event.callId) ?? Date.parse(event.at)));
    this.tools.set(event.name, stats);
  }
}

function add(sum: number | undefined, more: number | undefined): number | undefined {
  return sum === undefined || more === undefined ? undefined : sum + more;
}
