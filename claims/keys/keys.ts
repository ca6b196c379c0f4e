import { readFileSync } from 'node:fs';
import type { Claim, ClaimRun } from '../claim.ts';
import { isPrompt, openLivePty, type LivePty } from '../../tests/tui/open-live-pty.ts';
import { openWorkbench, type Workbench } from '../workbench/open-workbench.ts';
import { quantile } from '../shared/quantile.ts';
import { round } from '../shared/round.ts';

/** The quick form runs on shared machines, where a key may take four times as long. */
const LIMITS = { paintMs: 16, idleCpuMs: 20, growthMb: 30, bytesPerToken: 600 } as const;
const WINDOW = { columns: 200, rows: 60 } as const;
const TOKENS_PER_SECOND = 120;
/** In words. Longer than a model's usual paragraph; the whole paragraph is repainted with each word. */
const PARAGRAPH = 240;

/** Measures what typing, waiting and long conversations cost in the terminal. */
export const keys: Claim = {
  id: 'keys',
  sentence: `While an answer in paragraphs of ${PARAGRAPH} words streams at ${TOKENS_PER_SECOND} tokens per second into a terminal of ${WINDOW.columns}x${WINDOW.rows}, a key is painted within ${LIMITS.paintMs} ms at p99. An idle screen uses no CPU. Of 2,000 messages, the second thousand adds at most ${LIMITS.growthMb} MB. A token costs at most ${LIMITS.bytesPerToken} bytes of terminal output.`,
  async run({ isQuick, say }) {
    const bench = await openWorkbench();
    try {
      const typed = await typeWhileStreaming(bench, isQuick ? 10 : 40);
      say(`a key is painted in ${typed.p50} ms, ${typed.p99} ms at the 99th; ${typed.bytesPerToken} bytes a token`);
      const idleCpuMs = await measureIdle(bench, isQuick ? 5 : 20);
      say(`idle: ${idleCpuMs} ms of CPU`);
      const talked = await talkForLong(bench, { messages: isQuick ? 200 : 2000, say });
      return {
        holds:
          typed.p99 <= LIMITS.paintMs * (isQuick ? 4 : 1) &&
          idleCpuMs <= LIMITS.idleCpuMs &&
          talked.growthMb <= LIMITS.growthMb &&
          typed.bytesPerToken <= LIMITS.bytesPerToken,
        figures: { ...typed, idleCpuMs, ...talked },
        against: 'its own limits, in a pseudo-terminal whose output is read immediately; the model is scripted',
      };
    } finally {
      bench.close();
    }
  },
};

function start({ env, workspace, cli }: Workbench): LivePty {
  return openLivePty({
    file: process.execPath,
    args: [cli, '--trust'],
    cwd: workspace,
    env: { ...env, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
    ...WINDOW,
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function typeWhileStreaming(
  bench: Workbench,
  seconds: number,
): Promise<{ readonly p50: number; readonly p99: number; readonly keys: number; readonly bytesPerToken: number }> {
  const pty = start(bench);
  try {
    await pty.until(isPrompt);
    const chunks = (seconds + 4) * TOKENS_PER_SECOND;
    pty.write(JSON.stringify({ chunks, everyMs: 1000 / TOKENS_PER_SECOND, isApart: true, paragraph: PARAGRAPH }));
    await pty.until((rows) => rows.some((row) => row.includes('isApart')));
    pty.write('\r');
    await pause(2000);
    const before = pty.bytes();
    const [from, times] = [performance.now(), [] as number[]];
    let text = '';
    while (performance.now() - from < seconds * 1000) {
      if (text.length === 60) {
        pty.write('\u0015');
        text = '';
        await pty.until((rows) => !rows.some((row) => row.includes('zqzqzq')));
      }
      text += text.length % 2 === 0 ? 'z' : 'q';
      const expected = text;
      const pressed = performance.now();
      pty.write(expected.slice(-1));
      times.push((await pty.until((rows) => rows.some((row) => row.includes(expected)))) - pressed);
      // At irregular intervals, so that keys and frames do not synchronize.
      await pause(20 + ((times.length * 37) % 60));
    }
    const tokens = ((performance.now() - from) / 1000) * TOKENS_PER_SECOND;
    return {
      p50: round(quantile(times, 0.5)),
      p99: round(quantile(times, 0.99)),
      keys: times.length,
      bytesPerToken: Math.round((pty.bytes() - before) / tokens),
    };
  } finally {
    pty.kill();
    await pty.ended;
  }
}

async function measureIdle(bench: Workbench, seconds: number): Promise<number> {
  const pty = start(bench);
  try {
    await pty.until(isPrompt);
    pty.write('hi\r');
    await pty.until((rows) => rows.some((row) => row.includes('hello')));
    await pause(3000);
    const before = cpuMs(pty.pid);
    await pause(seconds * 1000);
    return cpuMs(pty.pid) - before;
  } finally {
    pty.kill();
    await pty.ended;
  }
}

async function talkForLong(
  bench: Workbench,
  { messages, say }: { readonly messages: number; readonly say: ClaimRun['say'] },
): Promise<{
  readonly messages: number;
  /** In the second half; during the first half, caches and buffers reach their size. */
  readonly growthMb: number;
  readonly rssMb: number;
  readonly msPerMessage: number;
}> {
  const pty = start(bench);
  let half = 0;
  const from = performance.now();
  try {
    await pty.until(isPrompt);
    for (let n = 1; n <= messages; n += 1) {
      pty.write(`message ${n}\r`);
      // The next message can be typed once this one is answered: `hello` is shown below it.
      await pty.until((rows) => isAnswered(rows, `message ${n}`));
      if (n === messages / 2) half = rssMb(pty.pid);
      if (n % 500 === 0) say(`${n} messages, ${rssMb(pty.pid)} MB`);
    }
    const late = rssMb(pty.pid);
    return {
      messages,
      growthMb: round(late - half),
      rssMb: Math.round(late),
      msPerMessage: Math.round((performance.now() - from) / messages),
    };
  } finally {
    pty.kill();
    await pty.ended;
  }
}

function isAnswered(rows: readonly string[], asked: string): boolean {
  const at = rows.findLastIndex((row) => row.endsWith(asked) || row.includes(`${asked} `));
  return at !== -1 && rows.slice(at + 1).some((row) => row.includes('hello'));
}

/** User and system time of a process, in ticks of 10 ms. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function rssMb(pid: number): number {
  const [, kb = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 102.4) / 10;
}
