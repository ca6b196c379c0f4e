import type { ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Starts a program in a folder, confined or not; the result says when it has ended. */
export type Launch = (words: readonly string[], cwd: string, readable: readonly string[]) => Launched;

/** A program that runs, its output in one pipe. */
export interface Launched {
  readonly child: ChildProcess;
  readonly ended: () => void;
}

/** What a line printed and how it ended; null when it had to be ended. */
export interface RanLine {
  readonly output: string;
  readonly code: number | null;
}

/** Each line in a shell of its own, its output between marks. What it left behind has a moment before all is ended. */
const SCRIPT = `
for ((n = $2; n < $3; n++)); do
  printf '\\n@@%s@@\\n' "$n"
  timeout -s KILL 2 bash "$1/$n.sh" < /dev/null 2>&1
  printf '\\n@@ended %s@@\\n' "$?"
done
sleep 0.05`;
/** Longer than a line is given. */
const SILENCE_MS = 4000;
/** A line that prints more is ended. */
const OUTPUT_BYTES = 20_000_000;
let batches = 0;

/** Runs lines one after the other in one sandbox, and in another one what comes after a line that ended it. */
export async function runLines(launch: Launch, lines: readonly string[], cwd: string): Promise<readonly RanLine[]> {
  batches += 1;
  const folder = join(process.env['TMPDIR'] ?? '/tmp', `lines-${batches}`);
  mkdirSync(folder);
  for (const [n, line] of lines.entries()) writeFileSync(join(folder, `${n}.sh`), line);
  const ran: RanLine[] = [];
  try {
    while (ran.length < lines.length) {
      const words = ['bash', '-c', SCRIPT, 'bash', folder, String(ran.length), String(lines.length)];
      const printed = await readOutput(launch(words, cwd, [folder]));
      const more = parseOutput(printed);
      if (more.length === 0) throw new Error(`no line was run: ${printed.slice(-2000)}`);
      ran.push(...more);
    }
    return ran;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parseOutput(printed: string): readonly RanLine[] {
  const [, ...parts] = printed.split(/\n@@\d+@@\n/);
  return parts.map((part) => {
    const [output = '', code] = part.split(/\n@@ended (\d+)@@\n/);
    return { output, code: code === undefined ? null : Number(code) };
  });
}

/** All that a program prints, until it ends, is silent for too long or prints without end. */
async function readOutput({ child, ended }: Launched): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let heardAt = performance.now();
  const end = (): void => void child.kill('SIGKILL');
  const hear = (piece: Buffer): void => {
    pieces.push(piece);
    if (piece.includes('\n@@ended ')) {
      heardAt = performance.now();
      bytes = 0;
    }
    bytes += piece.length;
    if (bytes > OUTPUT_BYTES) end();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const timer = setInterval(() => {
    if (performance.now() - heardAt > SILENCE_MS) end();
  }, 100);
  await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  // What a bare line left running may hold the pipes open.
  await Promise.race([
    new Promise((resolve) => child.once('close', resolve)),
    new Promise((resolve) => setTimeout(resolve, 100)),
  ]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  ended();
  return Buffer.concat(pieces).toString('latin1');
}
