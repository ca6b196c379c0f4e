import { describe, expect, it } from 'vitest';
import { createWorkerMetrics } from './worker-metrics.ts';

const at = '2026-01-01T00:00:00.000Z';

describe('worker metrics', () => {
  it('counts runs, turns, steps and calls in Prometheus format', () => {
    const metrics = createWorkerMetrics();
    metrics.began();
    metrics.began();
    metrics.heard({ type: 'usage', id: '1', at, model: 'm', usage: { inputTokens: 1, outputTokens: 1 } });
    metrics.heard({ type: 'tool_response', id: '2', at, callId: 'c', name: 'n', content: [], isError: true });
    metrics.heard({ type: 'agent_end', id: '3', at, reason: 'completed' });
    metrics.settled(70);
    metrics.settled(undefined);
    metrics.ended('idle', 200);
    metrics.fenced();
    const text = metrics.toText();
    expect(metrics.inFlight()).toBe(1);
    for (const line of [
      'bowline_runs_total{end="idle"} 1',
      'bowline_turns_total{reason="completed"} 1',
      'bowline_steps_total{kind="model"} 1',
      'bowline_tool_calls_total{outcome="error"} 1',
      'bowline_fenced_total{kind="session"} 1',
      'bowline_runs_in_flight 1',
      'bowline_run_seconds_bucket{le="0.1"} 0',
      'bowline_run_seconds_bucket{le="0.5"} 1',
      'bowline_run_seconds_count 1',
      'bowline_inbox_lag_seconds_count 1',
    ])
      expect(text.split('\n')).toContain(line);
  });
});
