import type { AgentEvent } from '@bowline/protocol';
import type { RunResult } from '../turns/run-session.ts';

/** Counters of a worker. */
export interface WorkerMetrics {
  readonly began: () => void;
  readonly ended: (result: RunResult['end']['kind'] | 'failed', ms: number) => void;
  readonly heard: (event: AgentEvent) => void;
  readonly fenced: () => void;
  /** Records how long an entry waited in the inbox. */
  readonly settled: (waitedMs: number | undefined) => void;
  readonly inFlight: () => number;
  /** In Prometheus text format. */
  readonly toText: () => string;
}

const BUCKETS_S = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800];

/** Starts all counters at zero. They contain no names of sessions, tenants or models. */
export function createWorkerMetrics(): WorkerMetrics {
  const runs = createCounter('bowline_runs_total', 'Runs of sessions, by outcome', 'end');
  const turns = createCounter('bowline_turns_total', 'Finished turns, by reason', 'reason');
  const steps = createCounter('bowline_steps_total', 'Model responses in turns', 'kind');
  const calls = createCounter('bowline_tool_calls_total', 'Finished tool calls, by outcome', 'outcome');
  const fences = createCounter('bowline_fenced_total', 'Runs whose session was taken over by another worker', 'kind');
  const durations = createHistogram('bowline_run_seconds', 'Duration of runs');
  const lags = createHistogram('bowline_inbox_lag_seconds', 'Time that messages waited in the inbox');
  let running = 0;
  return {
    began: () => {
      running += 1;
    },
    ended: (kind, ms) => {
      running -= 1;
      runs.add(kind);
      durations.observe(ms / 1_000);
    },
    heard: (event) => {
      if (event.type === 'agent_end') turns.add(event.reason);
      if (event.type === 'usage' && event.purpose === undefined) steps.add('model');
      if (event.type === 'tool_response') calls.add(event.isError ? 'error' : 'ok');
    },
    fenced: () => {
      fences.add('session');
    },
    settled: (waitedMs) => {
      if (waitedMs !== undefined) lags.observe(waitedMs / 1_000);
    },
    inFlight: () => running,
    toText: () =>
      [
        ...[runs, turns, steps, calls, fences, durations, lags].flatMap((metric) => metric.toLines()),
        '# HELP bowline_runs_in_flight Sessions open on this worker',
        '# TYPE bowline_runs_in_flight gauge',
        `bowline_runs_in_flight ${running}`,
        '',
      ].join('\n'),
  };
}

interface Metric {
  readonly toLines: () => readonly string[];
}

function createCounter(name: string, help: string, label: string): Metric & { readonly add: (value: string) => void } {
  const counts = new Map<string, number>();
  return {
    add: (value) => counts.set(value, (counts.get(value) ?? 0) + 1),
    toLines: () => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} counter`,
      ...[...counts].map(([value, count]) => `${name}{${label}="${value}"} ${count}`),
    ],
  };
}

function createHistogram(name: string, help: string): Metric & { readonly observe: (value: number) => void } {
  const counts = BUCKETS_S.map(() => 0);
  let total = 0;
  let sum = 0;
  return {
    observe: (value) => {
      for (const [index, limit] of BUCKETS_S.entries()) if (value <= limit) counts[index] = (counts[index] ?? 0) + 1;
      total += 1;
      sum += value;
    },
    toLines: () => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} histogram`,
      ...BUCKETS_S.map((limit, index) => `${name}_bucket{le="${limit}"} ${counts[index] ?? 0}`),
      `${name}_bucket{le="+Inf"} ${total}`,
      `${name}_sum ${sum}`,
      `${name}_count ${total}`,
    ],
  };
}
