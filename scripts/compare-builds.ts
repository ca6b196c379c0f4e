// Compares this build with another, alternating in one run: npm run compare -- OTHER/packages/cli/dist/main.js [ROUNDS]
import { existsSync } from 'node:fs';
import { quantile } from '../claims/shared/quantile.ts';
import { round } from '../claims/shared/round.ts';
import { isPrompt } from '../tests/tui/open-live-pty.ts';
import { openWorkbench } from '../claims/workbench/open-workbench.ts';
import { timeUntil } from '../claims/workbench/time-until.ts';

const [other = '', rounds = '15'] = process.argv.slice(2);
if (!existsSync(other)) {
  console.error('usage: npm run compare -- OTHER/packages/cli/dist/main.js [ROUNDS]');
  process.exit(2);
}

const bench = await openWorkbench();
const builds = { now: bench.cli, other };
const cases: Readonly<Record<string, readonly string[]>> = {
  '--version': ['--version'],
  '--help': ['--help'],
  'a prompt': ['--trust', '-p', 'hi'],
  'sessions list': ['sessions', 'list'],
};
try {
  for (const [name, args] of Object.entries(cases))
    await compare(name, async (cli) => (await bench.run([cli, ...args])).wallMs);
  await compare('the first frame', (cli) => timeUntil(bench, [cli, '--trust'], isPrompt));
} finally {
  bench.close();
}

async function compare(name: string, time: (cli: string) => Promise<number>): Promise<void> {
  const times: Record<keyof typeof builds, number[]> = { now: [], other: [] };
  for (let n = -1; n < Number(rounds); n += 1) {
    for (const build of n % 2 === 0 ? (['now', 'other'] as const) : (['other', 'now'] as const)) {
      const ms = await time(builds[build]);
      if (n >= 0) times[build].push(ms); // the first round warms the compile caches
    }
  }
  const [now, before] = [quantile(times.now, 0.5), quantile(times.other, 0.5)];
  const least = Math.min(...times.now) / Math.min(...times.other);
  console.log(
    `${name}: ${round(now / before)}x (${Math.round(now)} and ${Math.round(before)} ms), least ${round(least)}x`,
  );
}
