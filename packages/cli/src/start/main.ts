import { existsSync, fstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import type { Machine, ProcessFacts } from '@bowline/assembly';
import { AgentError } from '@bowline/protocol/plain';
import { describeError } from '../describe-error.ts';
import { EXIT } from '../exit-codes.ts';
import { findScreenWish } from '../find-screen-wish.ts';
import { runCli } from '../run-cli.ts';
import { openTerminal } from '../terminal/main.ts';
import { VERSION } from '../version.ts';
import { keepHeapSmall } from './keep-heap-small.ts';
import { readSecret } from './read-secret.ts';

/** The process around a command: its streams, signals, environment and end. Nothing else touches `process`. */
export async function startProcess(): Promise<void> {
  // Node still calls SQLite experimental, and would say so on everybody's screen.
  process.removeAllListeners('warning');
  const argv = process.argv.slice(2);
  // Asked of the descriptors: a stream would be made for each, used or not.
  const isStdinTty = isatty(0);
  const wish = isStdinTty && isatty(1) ? findScreenWish(argv, process.cwd()) : undefined;
  if (wish !== undefined) {
    // What is typed from now on is for us, as keys: not echoed below our first frame, and Enter still Enter.
    process.stdin.setRawMode(true);
    const { startInteractive } = await import('../interactive/main.ts');
    await startInteractive(wish, { loadMachine: () => loadMachine('bowline'), keepHeapSmall });
    return;
  }
  // Not while it loads: what is made then stays, and looking at it again and again is a tenth of a start.
  if (!isLasting(argv[0])) setTimeout(keepHeapSmall, START_MS).unref();
  const terminal = await openTerminal();
  const { stdout, stderr, status, isStdoutTty, isStderrTty } = terminal;
  const stop = new AbortController();
  process.on('SIGINT', () => {
    if (stop.signal.aborted) {
      terminal.end();
      process.exit(EXIT.aborted);
    }
    stop.abort();
  });
  const told = { toEnd: false };
  process.on('SIGTERM', () => {
    told.toEnd = true;
    stop.abort();
  });
  const crash = (thrown: unknown): void => {
    stderr(describeError(AgentError.from(thrown)));
    terminal.end();
    process.exit(EXIT.failed);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  const code = await runCli(argv, {
    stdout,
    stderr,
    status,
    isStderrTty,
    isStdoutTty,
    isStdinTty: isStdinTty || !hasStdin(),
    readStdin,
    readSecret: process.stdin.isTTY
      ? async (label) => await readSecret(label, { keyboard: process.stdin, write: stderr })
      : undefined,
    cwd: process.cwd(),
    env: process.env,
    machine: await loadMachine('bowline -p'),
    home: homedir(),
    signal: stop.signal,
  });
  process.exitCode = code === EXIT.aborted && told.toEnd ? EXIT.terminated : code;
  terminal.end();
  // The work is done; a name server or a disk that does not answer must not keep anybody waiting.
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

/** A server that holds many sessions at once is better off with few and large collections. */
function isLasting(command: string | undefined): boolean {
  return command === 'serve' || command === 'worker';
}

const START_MS = 500;
const LINGER_MS = 2000;

/** The engine is loaded with it: whoever can do without for a while asks later. */
async function loadMachine(name: string): Promise<Machine> {
  const { createMachine } = await import('@bowline/assembly');
  const { pid, execPath, execArgv, platform, env } = process;
  return createMachine({
    name,
    version: VERSION,
    pid,
    execPath,
    execArgv,
    platform,
    env,
    supervisor: builtFile('supervisor.js'),
    grammars: grammarFiles(),
  });
}

/** Built, it lies beside us. */
function builtFile(name: string): string | undefined {
  const built = fileURLToPath(new URL(`./${name}`, import.meta.url));
  return existsSync(built) ? built : undefined;
}

function grammarFiles(): ProcessFacts['grammars'] {
  const runtime = builtFile('web-tree-sitter.wasm');
  const grammar = builtFile('tree-sitter-bash.wasm');
  return runtime === undefined || grammar === undefined ? undefined : { runtime, grammar };
}

/** A pipe or a file was given; a closed or inherited stdin has nothing to say. */
function hasStdin(): boolean {
  try {
    const stat = fstatSync(0);
    return stat.isFIFO() || stat.isFile() || stat.isSocket();
  } catch {
    return false;
  }
}

const FIRST_BYTE_MS = 500;

/** All of it, if it begins soon: a pipe that nobody writes to would otherwise hold us up for ever. */
async function readStdin({ isNeeded = false }: { readonly isNeeded?: boolean } = {}): Promise<string> {
  const chunks: Buffer[] = [];
  const stream = process.stdin;
  return await new Promise((resolve) => {
    const finish = (): void => {
      stream.destroy();
      resolve(Buffer.concat(chunks).toString('utf8'));
    };
    const timer = isNeeded ? undefined : setTimeout(finish, FIRST_BYTE_MS);
    stream.on('data', (chunk: Buffer) => {
      clearTimeout(timer);
      chunks.push(chunk);
    });
    stream.on('end', finish);
    stream.on('error', finish);
  });
}
