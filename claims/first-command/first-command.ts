import type { AgentEvent } from '@bowline/protocol';
import type { Claim } from '../claim.ts';
import { openWorkbench } from '../workbench/open-workbench.ts';
import { quantile } from '../shared/quantile.ts';
import { round } from '../shared/round.ts';

const LIMIT = 5;
/** For the quick form: a first command reads files and starts threads, and a bare `node` does neither. */
const QUICK_SLACK = 2;
const CALLS = 4;

/** Measures the first command of a session, which starts a supervisor and loads the shell grammar. */
export const firstCommand: Claim = {
  id: 'first-command',
  sentence: `The first shell command of a session, from the model's call to its result, takes at most ${LIMIT}x the time of starting a bare \`node -e 0\`. Later commands take less time than that start. The quick form allows the first one ${QUICK_SLACK} times as much, for machines that have to read its files from the disk again.`,
  async run({ isQuick, say }) {
    const bench = await openWorkbench();
    try {
      const times: Record<'node' | 'first' | 'later', number[]> = { node: [], first: [], later: [] };
      const wish = { steps: CALLS, calls: [{ name: 'run_shell_command', args: { command: 'echo {n}' } }] };
      const args = [bench.cli, '--trust', '--approval-mode', 'yolo', '--output-format', 'events'];
      for (let n = -1; n < (isQuick ? 7 : 25); n += 1) {
        const { wallMs } = await bench.run(['-e', '0']);
        const { stdout } = await bench.run([...args, '-p', JSON.stringify(wish)]);
        const [first = Number.NaN, ...later] = durations(stdout);
        if (later.length !== CALLS - 1) throw new Error(`not all commands ran: ${stdout}`);
        if (n < 0) continue; // the first round warms up
        times.node.push(wallMs);
        times.first.push(first);
        times.later.push(...later);
      }
      const ms = (name: keyof typeof times): number => quantile(times[name], 0.5);
      const [firstRatio, laterRatio] = [round(ms('first') / ms('node')), round(ms('later') / ms('node'))];
      say(`first ${firstRatio}x, later ${laterRatio}x of a bare node`);
      return {
        holds: firstRatio <= LIMIT * (isQuick ? QUICK_SLACK : 1) && laterRatio < 1,
        figures: {
          firstRatio,
          laterRatio,
          firstMs: Math.round(ms('first')),
          firstLeastMs: Math.round(quantile(times.first, 0)),
          laterMs: Math.round(ms('later')),
          laterLeastMs: Math.round(quantile(times.later, 0)),
          nodeMs: Math.round(ms('node')),
        },
        against: "`node -e 0` before each run of ours; medians, from the timestamps of the session's own events",
      };
    } finally {
      bench.close();
    }
  },
};

/** The time from each call to its result. */
function durations(stdout: string): readonly number[] {
  const events = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as AgentEvent);
  return events.flatMap((event) => {
    if (event.type !== 'tool_response') return [];
    const asked = events.find((other) => other.type === 'tool_request' && other.callId === event.callId);
    return asked === undefined ? [] : [Date.parse(event.at) - Date.parse(asked.at)];
  });
}
