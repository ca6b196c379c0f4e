import { existsSync, fstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { HostEnvironment, ProcessFacts } from '@bowline/assembly';
import { AgentError } from '@bowline/protocol/plain';
import { describeError } from '../describe-error.ts';
import { EXIT } from '../exit-codes.ts';
import { findScreenWish } from '../find-screen-wish.ts';
import { runCli } from '../run-cli.ts';
import { openTerminal, printError } from '../terminal/main.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { VERSION } from '../version.ts';
import { compilerFlags, defaultFlags } from './compiler-flags.ts';
import { prepareHome } from './prepare-home.ts';
import { readSecret } from './read-secret.ts';

/** Runs a command in this process: its streams, signals, environment and exit code. */
export async function startProcess(): Promise<void> {
  // Node prints a warning that SQLite is experimental.
  process.removeAllListeners('warning');
  const argv = process.argv.slice(2);
  // `isatty` instead of `process.stdin.isTTY`, which would open the stream.
  const isStdinTty = isatty(0);
  const cwd = findWorkingDirectory();
  if (cwd === undefined || !canUseHome(cwd)) return;
  const wish = isStdinTty && isatty(1) ? findScreenWish(argv, cwd) : undefined;
  if (wish !== undefined) {
    // Keys typed before the first frame must not be echoed below it.
    process.stdin.setRawMode(true);
    const { askTerminal } = await import('../interactive/ask-terminal.ts');
    // Answered while the screen is loaded.
    const asked = wish.isScreenReader ? Promise.resolve({}) : askTerminal(process);
    const { startInteractive } = await import('../interactive/main.ts');
    await startInteractive(wish, { loadMachine: () => loadMachine('bowline'), keepHeapSmall, asked });
    return;
  }
  // Not while modules load: collecting early would cost a tenth of the start.
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
  const received = { sigterm: false };
  process.on('SIGTERM', () => {
    received.sigterm = true;
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
    cwd,
    env: process.env,
    machine: await loadMachine('bowline -p'),
    home: homedir(),
    signal: stop.signal,
  });
  process.exitCode = code === EXIT.aborted && received.sigterm ? EXIT.terminated : code;
  terminal.end();
  // Pending DNS lookups or file operations must not delay the exit.
  setTimeout(() => process.exit(), LINGER_MS).unref();
}

/** The working directory; undefined, with an error on stderr, if it was deleted. */
function findWorkingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    printError(describeError(usageTexts.noWorkingDirectory));
    process.exitCode = EXIT.usage;
    return undefined;
  }
}

/** Whether there can be a folder for Bowline's files. If not, there is an error on stderr. */
function canUseHome(cwd: string): boolean {
  const problem = prepareHome(process.env['BOWLINE_HOME'], cwd);
  if (problem === undefined) return true;
  printError(describeError(problem));
  process.exitCode = EXIT.usage;
  return false;
}

/** Long-running commands, for which frequent garbage collection does not pay. */
function isLasting(command: string | undefined): boolean {
  return command === 'serve' || command === 'worker' || command === 'workspace';
}

const START_MS = 500;
const LINGER_MS = 2000;

/** Loads the engine, which takes a while: call it as late as possible. */
async function loadMachine(name: string): Promise<HostEnvironment> {
  const { createHostEnvironment, hideContentInSpans, silenceAdk } = await import('@bowline/assembly');
  const { pid, execPath, execArgv, platform, env } = process;
  silenceAdk();
  hideContentInSpans(env);
  return createHostEnvironment({
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

/**
 * Makes V8 collect garbage early. On a machine with much memory V8 lets a process that holds 30 MB grow to 270 MB, and
 * each step drops a request of some hundred kilobytes.
 */
function keepHeapSmall(): void {
  for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=10']) setFlagsFromString(flag);
}

const whileCompiling: NonNullable<NonNullable<ProcessFacts['grammars']>['whileCompiling']> = async (compile) => {
  for (const flag of compilerFlags) setFlagsFromString(flag);
  try {
    return await compile();
  } finally {
    for (const flag of defaultFlags) setFlagsFromString(flag);
  }
};

/** A file that the bundle has next to this one; undefined when running from source. */
function builtFile(name: string): string | undefined {
  const built = fileURLToPath(new URL(`./${name}`, import.meta.url));
  return existsSync(built) ? built : undefined;
}

function grammarFiles(): ProcessFacts['grammars'] {
  return {
    runtime: builtFile('web-tree-sitter.wasm'),
    grammar: builtFile('tree-sitter-bash.wasm'),
    whileCompiling,
  };
}

/** Whether stdin is a pipe or a file. */
function hasStdin(): boolean {
  try {
    const stat = fstatSync(0);
    return stat.isFIFO() || stat.isFile() || stat.isSocket();
  } catch {
    return false;
  }
}

const FIRST_BYTE_MS = 500;

/** Reads stdin to its end. Unless it is needed, gives up if nothing arrives soon: the pipe may have no writer. */
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
