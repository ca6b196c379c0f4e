#!/usr/bin/env node
import { AgentError } from '@bowline/protocol';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openModelServer, type ModelServer } from './model-server/model-server.ts';
import { parseModelScript, type ModelScript } from './model-script.ts';

const USAGE = 'usage: bowline-testkit serve SCRIPT.json [--port N] [--log FILE] [-- COMMAND ...]';

interface ServeArguments {
  readonly path: string;
  readonly port: number;
  readonly log: string | undefined;
  /** A command to run against the script, instead of serving until an interrupt. */
  readonly command: readonly string[];
}

function parseArguments(words: readonly string[]): ServeArguments {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const [args, command] = [words.slice(0, end), words.slice(end + 1)];
  const options = { port: { type: 'string' }, log: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [verb, path, ...rest] = positionals;
  const port = Number(values.port ?? 0);
  if (verb !== 'serve' || path === undefined || rest.length > 0 || !Number.isInteger(port)) {
    throw new AgentError('INTERNAL', USAGE);
  }
  return { path, port, log: values.log, command };
}

function readScript(path: string): ModelScript {
  try {
    return parseModelScript(JSON.parse(readFileSync(path, 'utf8')));
  } catch (thrown) {
    throw new AgentError('INTERNAL', `${path}: ${AgentError.from(thrown).message}`, { cause: thrown });
  }
}

async function serve({ path, port, log, command }: ServeArguments): Promise<void> {
  const server = await openModelServer(readScript(path), { port, ...(log === undefined ? {} : { logFile: log }) });
  const code = await playFor(server, { path, command }).finally(() => server.close());
  for (const fault of server.faults) console.error(`not scripted: ${fault}`);
  process.exitCode = server.faults.length === 0 ? code : 1;
}

function playFor(server: ModelServer, { path, command }: Pick<ServeArguments, 'path' | 'command'>): Promise<number> {
  return command.length === 0 ? waitForInterrupt(path, server) : runAgainst(server, command);
}

async function waitForInterrupt(path: string, server: ModelServer): Promise<number> {
  console.log(`${path} is served at ${server.url} (Ctrl-C ends it)`);
  console.log(`clients of OpenAI and Anthropic take ${server.url}/v1, Gemini's as here:`);
  console.log(`GEMINI_API_KEY=any GOOGLE_GEMINI_BASE_URL=${server.url} bowline -p hello`);
  await new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  console.log(`${server.requests.length} requests, ${server.left()} steps left`);
  return 0;
}

/** Runs a command against the scripted server and resolves to its exit code. */
async function runAgainst(server: ModelServer, [program = '', ...args]: readonly string[]): Promise<number> {
  const env = { ...process.env, GEMINI_API_KEY: 'any', GOOGLE_GEMINI_BASE_URL: server.url };
  const child = spawn(program, args, { stdio: 'inherit', env });
  // The terminal also sends these signals to the command, which then exits in its own way.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

try {
  await serve(parseArguments(process.argv.slice(2)));
} catch (thrown) {
  console.error(AgentError.from(thrown).message);
  process.exitCode = 1;
}
