#!/usr/bin/env node
import { AgentError } from '@bowline/protocol';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openModelServer } from './model-server/model-server.ts';
import { parseModelScript, type ModelScript } from './scripted-model/model-script.ts';

const USAGE = 'usage: bowline-testkit serve SCRIPT.json [--port N] [--log FILE]';

interface ServeArguments {
  readonly path: string;
  readonly port: number;
  readonly log: string | undefined;
}

function parseArguments(args: readonly string[]): ServeArguments {
  const options = { port: { type: 'string' }, log: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [command, path, ...rest] = positionals;
  const port = Number(values.port ?? 0);
  if (command !== 'serve' || path === undefined || rest.length > 0 || !Number.isInteger(port)) {
    throw new AgentError('INTERNAL', USAGE);
  }
  return { path, port, log: values.log };
}

function readScript(path: string): ModelScript {
  try {
    return parseModelScript(JSON.parse(readFileSync(path, 'utf8')));
  } catch (thrown) {
    throw new AgentError('INTERNAL', `${path}: ${AgentError.from(thrown).message}`, { cause: thrown });
  }
}

async function serve({ path, port, log }: ServeArguments): Promise<void> {
  const server = await openModelServer(readScript(path), { port, ...(log === undefined ? {} : { logFile: log }) });
  console.log(`${path} is served at ${server.url} (Ctrl-C ends it)`);
  console.log(`clients of OpenAI and Anthropic take ${server.url}/v1, Gemini's as here:`);
  console.log(`GEMINI_API_KEY=any GOOGLE_GEMINI_BASE_URL=${server.url} bowline -p hello`);
  await new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await server.close();
  console.log(`${server.requests.length} requests, ${server.left()} steps left`);
  for (const fault of server.faults) console.error(`not scripted: ${fault}`);
  process.exitCode = server.faults.length === 0 ? 0 : 1;
}

try {
  await serve(parseArguments(process.argv.slice(2)));
} catch (thrown) {
  console.error(AgentError.from(thrown).message);
  process.exitCode = 1;
}
