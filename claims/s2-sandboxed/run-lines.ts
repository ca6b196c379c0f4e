import type { ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Starts a program in a folder, confined or not. */
export type Launch = (words: readonly string[], cwd: string, readable: readonly string[]) => Launched;

/** A running program, with its output in one pipe. */
export interface Launched {
  readonly child: ChildProcess;
  readonly ended: () => void;
}

/** The output and exit code of a line; the code is null if the line had to be killed. */
export interface RanLine {
  readonly output: string;
  readonly code: number | null;
}

/**
 * Runs each line in its own shell, with its output between marks. Leftover processes get 50 ms before all are killed.
 */
const SCRIPT = `
for ((n = $2; n < $3; n++)); do
  printf '\\n@@%s@@\\n' "$n"
  timeout -s KILL 2 bash "$1/$n.sh" < /dev/null 2>&1
  printf '\\n@@ended %s@@\\n' "$?"
done
sleep 0.05`;
/** Longer than the time limit of a line. */
const SILENCE_MS = 4000;
/** A line that prints more is killed. */
const OUTPUT_BYTES = 20_000_000;
let batches = 0;

/** Runs lines in succession in one sandbox. If a line kills it, the remaining lines run in another. */
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

/** The output of a program until it exits. It is killed if no line ends for too long or if it prints too much. */
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
  // A process left by a bare line may keep the pipes open.
  await Promise.race([
    new Promise((resolve) => child.once('close', resolve)),
    new Promise((resolve) => setTimeout(resolve, 100)),
  ]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  ended();
  return Buffer.concat(pieces).toString('latin1');
}
