import { answer, openModelServer } from '@bowline/testkit';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildCli } from '../workbench/build-cli.ts';
import type { Claim, ClaimRun } from '../claim.ts';
import { openSandboxProject } from '../sandbox-cost/open-sandbox-project.ts';
import { SupervisedCommands } from '../../packages/workspace/src/processes/supervised-commands.ts';
import { createSecretVariables, findSecretVariables } from './secret-variables.ts';
import { watchEnvironments } from './watch-environments.ts';

/** Every kind of process that the agent starts, and how to recognize it in a trace. */
const KINDS: Readonly<Record<string, RegExp>> = {
  supervisor: /supervisor\.js/,
  command: /s3-command/,
  background: /s3-background/,
  terminal: /s3-terminal/,
  checker: /checkers\/s3-checker/,
  ripgrep: /^"[^"]*\/rg"/,
  git: /^"[^"]*\/git"/,
};
/** Prints the environment of the command itself and of every process that it can see. */
const PRINT =
  'env; export -p; cat /proc/self/environ; git --version; for p in /proc/[0-9]*/environ; do cat $p; done 2>/dev/null';
const POLICY = '[[safety_checker]]\ntoolName = "*"\n[safety_checker.checker]\ntype = "external"\nname = "s3-checker"\n';
const CHECKER = '#!/bin/sh\ncat > /dev/null\necho \'{"decision":"allow"}\'\n';
/** The list of variables that commands receive, in the built CLI. */
const FILTER = /\/\^\(PATH\|HOME\|[^/]*\)\$\//g;
/** The empty environment of ripgrep in the built CLI. */
const EMPTY = /env:\s*\{\},\s*(?=stdio:)/g;
/** The minimum number of variables to try, and of variables that the controls must detect. */
const LEAST = 17;

/** Measures where the keys in the agent's environment end up. */
export const s3Environment: Claim = {
  id: 'S3',
  sentence:
    "25 variables in the agent's environment hold keys of models, clouds, forges and registries. 0 of them are in the environment of any process that the built CLI starts (the supervisor, a command, a background command, a command with a terminal, Git inside a command, a safety checker, ripgrep), or in the output of these processes that the model receives. 0 are printed by confined commands that print the environment of every process they see, in *observe* and *work*, with and without a terminal. An unconfined command can read the agent's own environment in /proc, as every program of the same user can: the sandbox prevents this.",
  async run(run) {
    const variables = createSecretVariables();
    const folder = mkdtempSync(join(tmpdir(), 'bowline-s3-'));
    try {
      const cli = buildCli(folder);
      const started = await playCli({ folder, cli, variables });
      const unfiltered = await playCli({ folder, cli: withoutFilter(cli), variables });
      const inside = await playInside(variables, run);
      const count = Object.keys(variables).length;
      const kinds = Object.keys(KINDS);
      for (const words of started.leaking) run.say(`leaks: ${words.slice(0, 200)}`);
      const controls = kinds.filter((kind) => unfiltered.found[kind]?.length === count);
      return {
        holds: [
          count >= LEAST,
          started.seen === kinds.length,
          started.leaking.length === 0,
          started.sent.length === 0,
          // The keys of models in use are additionally redacted from output, so this can be less than all.
          unfiltered.sent.length >= LEAST,
          controls.length === kinds.length,
          inside.confined === 0,
          inside.runs === 4,
          inside.bare === count,
        ].every(Boolean),
        figures: {
          ...{ variables: count, kinds: kinds.length, kindsSeen: started.seen, processes: started.processes },
          ...{
            leakingProcesses: started.leaking.length,
            sentToModel: started.sent.length,
            confinedRuns: inside.runs,
            leakedInside: inside.confined,
          },
          ...{ 'control: kinds with all variables without the filter': controls.length },
          'control: variables sent to the model without the filter': unfiltered.sent.length,
          'control: variables that a bare command prints': inside.bare,
        },
        against:
          'the same CLI without the list of allowed variables, where every kind of process has all of them; the same command without a sandbox, which prints all of them from the environment of another process',
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface CliStage {
  readonly folder: string;
  readonly cli: string;
  readonly variables: Readonly<Record<string, string>>;
}

interface CliFindings {
  /** Variables found in environments, by kind of process. */
  readonly found: Readonly<Record<string, readonly string[]>>;
  /** The command lines of processes that have any of them. */
  readonly leaking: readonly string[];
  /** Variables whose values were sent to the model as command output. */
  readonly sent: readonly string[];
  /** The number of kinds of processes that were started. */
  readonly seen: number;
  readonly processes: number;
}

/** Runs the CLI headless with a model that starts every kind of process. */
async function playCli({ folder, cli, variables }: CliStage): Promise<CliFindings> {
  const at = (name: string): string => join(folder, name);
  for (const name of ['work', 'home', 'tmp']) rmSync(at(name), { recursive: true, force: true });
  for (const name of ['work', 'tmp', 'home/policies', 'home/checkers']) mkdirSync(at(name), { recursive: true });
  writeFileSync(at('work/a.txt'), 'ordinary\n');
  writeFileSync(at('home/policies/s3.toml'), POLICY);
  writeFileSync(at('home/checkers/s3-checker'), CHECKER, { mode: 0o755 });
  const command = (name: string, more: object = {}): ReturnType<typeof answer.calls> =>
    answer.calls({ name: 'run_shell_command', args: { command: `: s3-${name}; env; git --version`, ...more } });
  const server = await openModelServer([
    answer.calls({ name: 'grep_search', args: { pattern: 'ordinary' } }),
    command('command'),
    command('terminal', { tty: true }),
    command('background', { is_background: true }),
    answer.text('done'),
  ]);
  try {
    const { code, stdout, stderr, started } = await watchEnvironments({
      argv: [process.execPath, cli, '--trust', '--approval-mode', 'yolo', '-p', 'go'],
      cwd: at('work'),
      env: {
        ...variables,
        ...{ PATH: process.env['PATH'] ?? '', HOME: at('home'), TMPDIR: at('tmp'), BOWLINE_HOME: at('home') },
        GOOGLE_GEMINI_BASE_URL: server.url,
      },
      scratch: folder,
    });
    if (code !== 0 || !stdout.includes('done')) throw new Error(`the CLI ended with ${String(code)}: ${stderr}`);
    const leaking = started.filter(({ environment }) => findSecretVariables(environment, variables).length > 0);
    const found = Object.entries(KINDS).map(([kind, words]): [string, readonly string[]] => {
      const own = leaking.filter((each) => words.test(each.words));
      return [kind, findSecretVariables(own.map(({ environment }) => environment).join('\n'), variables)];
    });
    const sent = findSecretVariables(JSON.stringify(server.requests.map(({ body }) => body)), variables);
    return {
      found: Object.fromEntries(found),
      leaking: leaking.map(({ words }) => words),
      sent,
      seen: Object.values(KINDS).filter((words) => started.some((each) => words.test(each.words))).length,
      processes: started.length,
    };
  } finally {
    await server.close();
  }
}

/** A copy of the built CLI that passes on every variable. */
function withoutFilter(cli: string): string {
  const folder = `${dirname(cli)}-unfiltered`;
  cpSync(dirname(cli), folder, { recursive: true });
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const unchanged = new Set([FILTER, EMPTY]);
  for (const path of files.map((name) => join(folder, name))) {
    const before = readFileSync(path, 'utf8');
    for (const each of [FILTER, EMPTY]) if (before.search(each) >= 0) unchanged.delete(each);
    writeFileSync(path, before.replaceAll(FILTER, '/^/').replaceAll(EMPTY, ''));
  }
  if (unchanged.size > 0) throw new Error('what keeps variables from processes was not found in the built CLI');
  return join(folder, 'main.js');
}

interface Inside {
  readonly runs: number;
  /** The number of variables that confined commands printed, and that a bare command prints. */
  readonly confined: number;
  readonly bare: number;
}

/** Runs commands in a supervisor next to a process that has all of the variables, like the agent. */
async function playInside(variables: Readonly<Record<string, string>>, { say }: ClaimRun): Promise<Inside> {
  const project = openSandboxProject();
  const agent = spawn('sleep', ['999'], { env: { ...process.env, ...variables }, stdio: 'ignore' });
  const { folder, journal, bubblewrap, home, workspace: cwd } = project;
  const commands = new SupervisedCommands({
    ...{ stateFolder: join(folder, 'state'), leaseMs: 50, sandbox: async () => ({ bubblewrap, journal }) },
    supervisorEntry: join(import.meta.dirname, '../../packages/workspace/src/supervisor/main.ts'),
    ...{ execPath: process.execPath, execArgv: ['--conditions=@bowline/source', '--no-warnings'] },
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
  });
  try {
    let printed = '';
    const plans = (['observe', 'work'] as const).flatMap((profile) => [true, false].map((pty) => ({ profile, pty })));
    let runs = 0;
    for (const { profile, pty } of plans) {
      const start = { key: `${profile}-${String(pty)}`, command: PRINT, cwd, pty };
      const end = await (await commands.start({ ...start, confinement: project.confinement(profile) })).ended;
      const text = end.head + end.tail;
      if (text.includes(`BOWLINE_SANDBOX=${profile}`)) runs += 1;
      else say(`${profile}: printed only: ${text.slice(0, 500)}`);
      printed += text;
    }
    const { head, tail } = await (
      await commands.start({ key: 'bare', command: `cat /proc/${agent.pid ?? 0}/environ`, cwd })
    ).ended;
    const confined = findSecretVariables(printed, variables);
    for (const name of confined) say(`inside: ${name}`);
    return { runs, confined: confined.length, bare: findSecretVariables(head + tail, variables).length };
  } finally {
    agent.kill('SIGKILL');
    commands.close();
    project.close();
  }
}
