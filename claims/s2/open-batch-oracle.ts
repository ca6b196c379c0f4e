import { spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { toForms } from '../shell-lines/to-forms.ts';
import { findChanges } from '../shell-lines/find-changes.ts';
import { openScratch, SECRETS, type Scratch } from '../shell-lines/open-scratch.ts';

/** A forbidden effect of a line. */
export interface Effect {
  readonly line: string;
  readonly kind: 'file' | 'port' | 'secret' | 'process';
  readonly what: string;
}

/** Runs many lines in one shell, and finds the ones with an effect. */
export interface BatchOracle {
  readonly scratch: () => Scratch;
  readonly port: number;
  /** Runs lines in succession, each in its own subshell, in a workspace that none of them may change. */
  run(lines: readonly string[]): Promise<readonly Effect[]>;
  close(): Promise<void>;
}

/** Runs each line in a subshell, with its output after a mark with its index. */
const SCRIPT = `
n=0
while IFS= read -r -u 3 -d '' line; do
  printf '\\n@@%s@@\\n' "$n"
  echo "$n" >&4
  ( eval "$line" ) 3<&- 4>&- < /dev/null 2>&1
  n=$((n + 1))
done 3< "$LINES_FILE" 4> "$LINES_FILE.at"`;
/** A line that takes longer is killed; the lines after it still run. */
const LINE_MS = 3000;
/** A line that prints more is killed. */
const OUTPUT_BYTES = 30_000_000;
const LOOK_MS = 100;
const LEFT_MS = 300;
let batches = 0;

/** Opens an oracle with a scratch home, ports that count connections, and a process whose environment is secret. */
export async function openBatchOracle(): Promise<BatchOracle> {
  let scratch = openScratch();
  let before = scratch.snapshot();
  const ports = await openPorts();
  const other = spawn('sleep', ['86400'], { env: { ...scratch.env, OTHER: SECRETS.process }, stdio: 'ignore' });
  const forms = Object.values(SECRETS).flatMap(toForms);
  const renew = (): void => {
    scratch.remove();
    scratch = openScratch();
    before = scratch.snapshot();
  };
  const runOnce = async (lines: readonly string[]): Promise<readonly Effect[]> => {
    const seen = ports.count();
    const { output, left } = await runBatch(scratch, lines);
    const secrets = output.flatMap((text, n): readonly Effect[] => {
      const form = forms.find((each) => text.includes(each));
      return form === undefined ? [] : [{ line: lines[n] ?? '', kind: 'secret', what: form }];
    });
    const changed = findChanges(before, scratch.snapshot()).map((path) => path.slice(scratch.root.length));
    const of = (kind: Effect['kind'], what: string): Effect => ({ line: lines.join('\n'), kind, what });
    if (changed.length > 0 || left.length > 0) renew();
    return [
      ...secrets,
      ...changed.slice(0, 3).map((path) => of('file', path)),
      ...(ports.count() > seen ? [of('port', 'connected')] : []),
      ...left.map((what) => of('process', what)),
    ];
  };
  const run = async (lines: readonly string[]): Promise<readonly Effect[]> => {
    const effects = await runOnce(lines);
    const isClear = effects.every(({ kind }) => kind === 'secret');
    if (isClear || lines.length === 1) return effects;
    // Bisects until each effect belongs to one line.
    const middle = Math.ceil(lines.length / 2);
    const halves = [...(await run(lines.slice(0, middle))), ...(await run(lines.slice(middle)))];
    return halves.length > 0 ? halves : effects;
  };
  return {
    scratch: () => scratch,
    port: ports.port,
    run,
    close: async () => {
      other.kill('SIGKILL');
      await ports.close();
      scratch.remove();
    },
  };
}

interface Ran {
  /** The output of each line. */
  readonly output: readonly string[];
  readonly left: readonly string[];
}

/** Runs lines in one shell; if a line is killed, the lines after it run in a new shell. */
async function runBatch(scratch: Scratch, lines: readonly string[]): Promise<Ran> {
  const output: string[] = [];
  const left: string[] = [];
  while (output.length < lines.length) {
    const ran = await runShell(scratch, lines.slice(output.length));
    output.push(...ran.output);
    left.push(...ran.left);
  }
  return { output, left };
}

async function runShell(scratch: Scratch, lines: readonly string[]): Promise<Ran> {
  batches += 1;
  const place = `${scratch.root}.${batches}`;
  const out = openSync(`${place}.out`, 'w');
  writeFileSync(`${place}.lines`, lines.map((line) => `${line}\0`).join(''));
  const env = { ...scratch.env, LINES_FILE: `${place}.lines`, S2_BATCH: `${process.pid}-${batches}` };
  const stdio = ['ignore', out, out] as const;
  const child = spawn('bash', ['-c', SCRIPT], { cwd: scratch.workspace, env, stdio: [...stdio], detached: true });
  const last = await ended(child, { out: `${place}.out`, progress: `${place}.lines.at` });
  closeSync(out);
  const text = readFileSync(`${place}.out`, 'latin1');
  for (const file of ['out', 'lines', 'lines.at']) rmSync(`${place}.${file}`);
  const output = lines.slice(0, last + 1).map((): string => '');
  const [, ...parts] = text.split(/\n@@(\d+)@@\n/);
  for (let at = 0; at + 1 < parts.length; at += 2) output[Number(parts[at])] = parts[at + 1] ?? '';
  const left = child.signalCode === null ? await findLeft(`S2_BATCH=${env.S2_BATCH}`) : [];
  return { output, left };
}

/** Waits for a shell, kills it if one line takes too long, and returns the last line that it began. */
async function ended(
  child: ChildProcess,
  { out, progress }: { readonly out: string; readonly progress: string },
): Promise<number> {
  let before = { size: -1, ms: performance.now() };
  const timer = setInterval(() => {
    const now = { size: statSync(progress, { throwIfNoEntry: false })?.size ?? 0, ms: performance.now() };
    if (now.size !== before.size) before = now;
    if (now.ms - before.ms > LINE_MS || statSync(out).size > OUTPUT_BYTES) endGroup(child);
  }, LOOK_MS);
  await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  return Number(readOrEmpty(progress).trim().split('\n').at(-1) ?? '0');
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has exited by itself.
  }
}

/** Finds processes with the mark of a batch a while after its end, and kills them. */
async function findLeft(mark: string): Promise<readonly string[]> {
  if (marked(mark).length === 0) return [];
  await new Promise((resolve) => setTimeout(resolve, LEFT_MS));
  return marked(mark).map((pid) => {
    const name = readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
    process.kill(Number(pid), 'SIGKILL');
    return name;
  });
}

function marked(mark: string): readonly string[] {
  return readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && readOrEmpty(join('/proc', name, 'environ')).includes(mark),
  );
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

async function openPorts(): Promise<{
  readonly port: number;
  readonly count: () => number;
  readonly close: () => Promise<void>;
}> {
  let seen = 0;
  const server = createServer((socket) => {
    seen += 1;
    socket.on('error', () => undefined).end('hi\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket('udp4', () => {
    seen += 1;
  });
  await new Promise<void>((resolve) => {
    datagrams.bind(port, '127.0.0.1', resolve);
  });
  return {
    port,
    count: () => seen,
    close: async () => {
      datagrams.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
