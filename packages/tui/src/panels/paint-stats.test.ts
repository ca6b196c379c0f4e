import { describe, expect, it } from 'vitest';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { paintChart, paintStats, type StatsFacts } from './paint-stats.ts';

const facts: StatsFacts = {
  usage: { inputTokens: 13_000, outputTokens: 900, cachedTokens: 8000, thoughtTokens: 50, cost: 0.31 },
  usageByModel: new Map([
    [
      'gemini-2.5-pro',
      { requests: 31, inputTokens: 412_000, outputTokens: 9000, cachedTokens: 292_520, thoughtTokens: 100, cost: 0.29 },
    ],
    ['gemini-flash-with-a-long-name', { requests: 1, inputTokens: 1000, outputTokens: 100 }],
  ]),
  calls: new Map([
    ['read_file', { made: 2, failed: 0, denied: 0, ms: 400 }],
    ['read_many_files', { made: 1, failed: 1, denied: 0, ms: 100 }],
    ['run_shell_command', { made: 14, failed: 2, denied: 1, ms: 48_000 }],
  ]),
  turns: [
    { cost: 0.01, ms: 60_000 },
    { cost: 0.3, ms: 1_260_000 },
  ],
};
const none: StatsFacts = {
  usage: { inputTokens: 0, outputTokens: 0 },
  usageByModel: new Map(),
  calls: new Map(),
  turns: [],
};

describe('paintStats', () => {
  it('paints the cost per turn, a table of models and one of tools', () => {
    expect(paintStats({ ...facts, usageByModel: new Map([...facts.usageByModel].slice(0, 1)) }, viewOf(78))).toEqual([
      '$0.31  in 2 turns · 22 min                           ▁█ per turn',
      '',
      '  model                   requests     input    cached    output      cost',
      '  gemini-2.5-pro                31      412k       71%      9.1k     $0.29',
      '',
      '  tool                       calls    failed      time',
      '  Run                           14         2      48 s',
      '  Read                           3         1     0.5 s',
    ]);
  });

  it('widens the column of a long name, or cuts the name', () => {
    expect(paintStats(facts, viewOf(90)).slice(2, 5)).toEqual([
      '  model                          requests     input    cached    output      cost',
      '  gemini-2.5-pro                       31      412k       71%      9.1k     $0.29',
      '  gemini-flash-with-a-long-name         1        1k        0%       100   unknown',
    ]);
    expect(paintStats(facts, viewOf(74))[4]).toBe(
      '  gemini-flash-with-a-l…         1        1k        0%       100   unknown',
    );
  });

  it('uses words if a table would not fit', () => {
    const lines = paintStats(facts, viewOf(40));
    expect(lines.join(' ')).toContain('gemini-2.5-pro: requests 31, input 412k, cached 71%, output 9.1k, cost $0.29');
    expect(lines.join(' ')).toContain('Run: calls 14, failed 2, time 48 s');
    expect(lines.join(' ')).not.toMatch(/[▁█]/);
  });

  it('uses words for numbers too for a screen reader', () => {
    const lines = paintStats(facts, viewOf(120, { isScreenReader: true })).filter((line) => line !== '');
    expect(lines[0]).toMatch(/^31 cents in 2 turns, 22 minutes\b/);
    expect(lines[1]).toBe(
      'gemini-2.5-pro: requests 31, input 412 thousand, cached 71 percent, output 9.1 thousand, cost 29 cents.',
    );
    expect(lines).toContain('Run: calls 14, failed 2, time 48 seconds.');
    expect(lines.join(' ')).not.toMatch(/[▁█$%·]/);
  });

  it.each([30, 40, 60, 80, 120])('fits into %s columns', (width) => {
    const turns = Array.from({ length: 60 }, (_, n) => ({ cost: n, ms: 1000 }));
    for (const isScreenReader of [false, true])
      for (const line of paintStats({ ...facts, turns }, viewOf(width, { isScreenReader })))
        expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  it('reports that there are no statistics yet', () => {
    expect(paintStats(none, viewOf(80))).toEqual([
      'unknown  in 0 turns · 0.0 s',
      '',
      'No requests yet.',
      '',
      'No calls yet.',
    ]);
  });

  it('shows no sequences of a model name', () => {
    const named = new Map([['a\u001B]0;t\u0007b', { requests: 1, inputTokens: 0, outputTokens: 0 }]]);
    expect(paintStats({ ...none, usageByModel: named }, viewOf(80))[3]).toMatch(/^ {2}ab +1 +0 +0% +0 +unknown$/);
  });
});

describe('paintChart', () => {
  it.each<[string, readonly number[], string]>([
    ['no turns', [], ''],
    ['one turn', [0.1], ''],
    ['turns without a cost', [0, 0, 0], ''],
    ['every height', [0, 1, 2, 3, 4, 5, 6, 7], '▁▂▃▄▅▆▇█'],
    ['heights compared with the highest', [0.05, 0.1, 0.025], '▅█▃'],
    ['a cost next to nothing', [0.0001, 100], '▁█'],
  ])('paints %s', (_, costs, chart) => {
    expect(paintChart(costs)).toBe(chart);
  });

  it('paints the last thirty turns', () => {
    const costs = [100, ...Array.from({ length: 29 }, () => 1), 2];
    expect(paintChart(costs)).toBe(`${'▅'.repeat(29)}█`);
  });
});
