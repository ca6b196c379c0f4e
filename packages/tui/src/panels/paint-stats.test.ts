import { describe, expect, it } from 'vitest';
import { createTheme } from '../paint/theme/create-theme.ts';
import type { View } from '../paint/layout/view.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { paintStats, type StatsFacts } from './paint-stats.ts';

const view = (width: number, isScreenReader = false): View => ({
  width,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader,
  workspace: '/w',
  isUnfolded: false,
  now: Date.parse('2026-01-01T00:10:00Z'),
});
const facts: StatsFacts = {
  usage: { inputTokens: 13_000, outputTokens: 900, cachedTokens: 8000, thoughtTokens: 50, cost: 0.05 },
  usageByModel: new Map([
    [
      'gemini-pro',
      { requests: 3, inputTokens: 12_000, outputTokens: 800, cachedTokens: 8000, thoughtTokens: 50, cost: 0.05 },
    ],
    ['gemini-flash-with-a-long-name', { requests: 1, inputTokens: 1000, outputTokens: 100 }],
  ]),
  calls: new Map([
    ['read_file', { made: 2, failed: 0, denied: 0 }],
    ['run_shell_command', { made: 5, failed: 1, denied: 2 }],
  ]),
  startedAt: '2026-01-01T00:00:00Z',
};

describe('paintStats', () => {
  it('paints a table of models and one of tools', () => {
    expect(paintStats(facts, view(80))).toEqual([
      'Cost: $0.050 · Time: 10 min',
      '',
      'Models',
      'model                         requests  input  cached  output  thoughts     cost',
      'gemini-pro                           3    12k      8k     800        50   $0.050',
      'gemini-flash-with-a-long-na…         1     1k       0     100         0  unknown',
      'total                                4    13k      8k     900        50   $0.050',
      '',
      'Tools',
      'tool               calls  failed  denied',
      'run_shell_command      5       1       2',
      'read_file              2       0       0',
    ]);
  });

  it.each([
    [40, false],
    [80, true],
  ])('uses words in %s columns if a table would not fit', (width, isScreenReader) => {
    const lines = paintStats(facts, view(width, isScreenReader));
    expect(lines.join(' ')).toContain('gemini-pro: requests 3, input 12k, cached 8k,');
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  it('reports that there are no statistics yet', () => {
    const none = { usage: { inputTokens: 0, outputTokens: 0 }, usageByModel: new Map(), calls: new Map() };
    expect(paintStats(none, view(80))).toEqual([
      'Cost: unknown',
      '',
      'Models',
      'No requests yet.',
      '',
      'Tools',
      'No tool calls yet.',
    ]);
  });
});
