import type { AgentEvent } from '@bowline/protocol';
import type { RunResult } from '../turns/run-session.ts';

/** What a worker counts of itself. */
export interface WorkerMetrics {
  readonly began: () => void;
  readonly ended: (result: RunResult['end']['kind'] | 'failed', ms: number) => void;
  readonly heard: (event: AgentEvent) => void;
  readonly fenced: () => void;
  /** How long an entry had waited in the inbox when it was settled. */
  readonly settled: (waitedMs: number | undefined) => void;
  readonly inFlight: () => number;
  /** As Prometheus reads it. */
  readonly toText: () => string;
}

const BUCKETS_S = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800];

/** Counts from nothing. Names of sessions, tenants and models are not in it: it says how much, not who. */
export function createWorkerMetrics(): WorkerMetrics {
  const runs = createCounter('bowline_runs_total', 'Runs of sessions, by how they ended', 'end');
  const turns = createCounter('bowline_turns_total', 'Turns that ended, by reason', 'reason');
  const steps = createCounter('bowline_steps_total', 'Answers of models in turns', 'kind');
  const calls = createCounter('bowline_tool_calls_total', 'Tool calls that got their response', 'outcome');
  const fences = createCounter('bowline_fenced_total', 'Runs that found their session in other hands', 'kind');
  const durations = createHistogram('bowline_run_seconds', 'How long runs took');
  const lags = createHistogram('bowline_inbox_lag_seconds', 'How long what was said waited to be heard');
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
        '# HELP bowline_runs_in_flight Sessions that are open on this worker',
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
