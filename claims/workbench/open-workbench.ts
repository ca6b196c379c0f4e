import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCli } from './build-cli.ts';

/** What a process recorded about itself while it ran. */
export interface Probe {
  /** For each request: the time since the start, the CPU time, and the time spent waiting for answers. */
  readonly requests: readonly { readonly atMs: number; readonly cpuMs: number; readonly waitedMs: number }[];
  readonly memory: readonly { readonly request: number; readonly rssMb: number; readonly heapMb: number }[];
  readonly cpuMs: number;
  readonly peakRssMb: number;
}

/** A process that has exited. */
export interface Run {
  readonly stdout: string;
  readonly wallMs: number;
}

/** How a process is run; by default in the workspace, against the scripted model. */
export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeFlags?: readonly string[];
  /** Collect garbage at these requests, and record the remaining memory. */
  readonly collectAt?: readonly number[];
}

/** A place for measurements: the CLI as shipped, the bare ADK script, and a model that answers at once. */
export interface Workbench {
  readonly folder: string;
  readonly workspace: string;
  readonly sessionsFolder: string;
  readonly url: string;
  /** The environment of each process. */
  readonly env: Readonly<Record<string, string>>;
  /** The main file of the built CLI, in a copy that no other build replaces. */
  readonly cli: string;
  /** The comparison, as plain JavaScript, so that stripping types is not measured. */
  readonly bareAdk: string;
  /** Reads one answer and does nothing else. */
  readonly streamWire: string;
  /** Runs `node ...args` until it exits and measures the time. Throws if it fails. */
  run(args: readonly string[], options?: RunOptions): Promise<Run>;
  /** The same with a probe inside the process. */
  probe(args: readonly string[], options?: RunOptions): Promise<Run & { readonly probe: Probe }>;
  close(): void;
}

const repo = join(import.meta.dirname, '../..');
const children = join(import.meta.dirname, 'children');

/** Builds what is measured and starts the model. */
export async function openWorkbench(): Promise<Workbench> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-bench-'));
  const [workspace, bare, home] = ['workspace', 'bare', 'home'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [workspace, bare, home, join(folder, 'tmp')]) mkdirSync(path);
  symlinkSync(join(repo, 'node_modules'), join(bare, 'node_modules'));
  const cli = buildCli(folder);
  const bareAdk = toPlainScript('bare-adk', bare);
  const streamWire = toPlainScript('stream-wire', bare);
  const probeFile = toPlainScript('probe', folder);
  const server = await startServer();
  const base: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TMPDIR: join(folder, 'tmp'),
    BOWLINE_HOME: home,
    GEMINI_API_KEY: 'x',
    GOOGLE_GEMINI_BASE_URL: server.url,
  };
  const run: Workbench['run'] = async (args, { env = {}, nodeFlags = [] } = {}) =>
    await runNode([...nodeFlags, ...args], workspace, { ...base, ...env });
  return {
    folder,
    workspace,
    sessionsFolder: join(home, 'sessions'),
    url: server.url,
    env: base,
    cli,
    bareAdk,
    streamWire,
    run,
    async probe(args, { env = {}, nodeFlags = [], collectAt = [] } = {}) {
      const out = join(folder, 'probe.json');
      const result = await run(args, {
        env: { ...env, BOWLINE_PROBE: out, BOWLINE_PROBE_GC: collectAt.join() },
        nodeFlags: [...nodeFlags, ...(collectAt.length > 0 ? ['--expose-gc'] : []), '--import', probeFile],
      });
      const probe = JSON.parse(readFileSync(out, 'utf8')) as Probe;
      if (probe.requests.length === 0)
        throw new Error('the probe saw no request: the model client uses neither fetch nor node:http');
      return { ...result, probe };
    },
    close() {
      server.child.disconnect();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function toPlainScript(name: string, folder: string): string {
  const to = join(folder, `${name}.mjs`);
  writeFileSync(to, stripTypeScriptTypes(readFileSync(join(children, `${name}.ts`), 'utf8')));
  return to;
}

async function startServer(): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const flags = ['--conditions=@bowline/source', '--no-warnings', join(children, 'serve-prompts.ts')];
  const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (bytes: Buffer) => {
      resolve(bytes.toString().trim());
    });
    child.once('exit', (code) => {
      reject(new Error(`the scripted server ended with ${code}`));
    });
  });
  return { url, child };
}

async function runNode(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Run> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const wallMs = performance.now() - start;
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}: ${Buffer.concat(stderr).toString()}`);
  return { stdout: Buffer.concat(stdout).toString(), wallMs };
}
