import { answer, openModelServer, type ScriptedStep } from '@bowline/testkit';
import { spawn } from 'node:child_process';
import { lineFor, nameFor, openHostileStage, textFor, type HostileStage } from './hostile-stage.ts';
import { openPty } from './open-pty.ts';

/** What one command line wrote to its terminal. */
export interface HeadlessRun {
  readonly name: string;
  readonly written: string;
}

interface Plan {
  readonly name: string;
  readonly argv: readonly string[];
  readonly steps?: readonly ScriptedStep[];
  readonly env?: Readonly<Record<string, string>>;
}

const evil = (): string => nameFor('unknown command');

/** The steps of a run without questions: calls that are denied or fail, and text in pieces. */
function toSteps(): readonly ScriptedStep[] {
  return [
    answer.calls(
      { name: textFor('tool name').slice(0, 400), args: { path: textFor('tool arguments') } },
      { name: 'read_file', args: { file_path: nameFor('file name of a call') } },
      { name: 'run_shell_command', args: { command: `touch ${lineFor('command in a confirmation')}` } },
    ),
    answer.text(...(textFor('text of the model').match(/[^]{1,5}/gu) ?? [])),
  ];
}

const write = (): ScriptedStep => {
  const args = { file_path: nameFor('file name in a confirmation'), content: textFor('diff in a confirmation') };
  return answer.calls({ name: 'write_file', args });
};

/** Command lines that print untrusted text. The order matters: later ones show what earlier ones left. */
function toPlans(isQuick: boolean): readonly Plan[] {
  const go = `go ${textFor('message of a person').replaceAll('\u0000', '')}`;
  const plans: readonly Plan[] = [
    { name: 'an answer', argv: ['-p', go], steps: toSteps() },
    { name: 'sessions rename', argv: ['sessions', 'rename', 'latest', evil()] },
    { name: 'sessions list', argv: ['sessions', 'list'] },
    { name: 'sessions show', argv: ['sessions', 'show', 'latest'] },
    { name: 'a question', argv: ['-p', 'go', '--on-confirm', 'suspend'], steps: [write()] },
    { name: 'pending', argv: ['pending'] },
    {
      name: 'an error of a provider',
      argv: ['-p', 'x'],
      steps: [answer.httpError(400, { message: textFor('error of a provider') })],
    },
    { name: 'settings list', argv: ['settings', 'list', '--all'] },
    { name: 'memory show', argv: ['memory', 'show'] },
    { name: 'policy list', argv: ['policy', 'list'] },
    { name: 'an unknown session', argv: ['-r', evil(), '-p', 'x'] },
  ];
  const more: readonly Plan[] = [
    { name: 'an answer without colours', argv: ['-p', go], steps: toSteps(), env: { NO_COLOR: '1' } },
    ...['json', 'stream-json', 'events'].map((format) => ({
      name: `an answer as ${format}`,
      argv: ['-p', go, '-o', format],
      steps: toSteps(),
    })),
    { name: 'sessions export', argv: ['sessions', 'export', 'latest', '--markdown'] },
    { name: 'settings get', argv: ['settings', 'get', evil()] },
    { name: 'an unknown flag', argv: [`--${evil()}`] },
    { name: 'an unknown model', argv: ['-p', 'x', '-m', evil()] },
    { name: 'an unknown provider', argv: ['models', evil()] },
    { name: 'an unknown tool', argv: ['tools', evil()] },
    { name: 'an unknown policy file', argv: ['-p', 'x', '--policy', evil()] },
    { name: 'context', argv: ['context'] },
    { name: 'doctor', argv: ['doctor'] },
    { name: 'trust', argv: ['trust', 'status'] },
  ];
  return isQuick ? plans : [...plans, ...more];
}

const PATIENCE_MS = 60_000;

/** Runs all command lines in a pseudo-terminal. */
export async function playHeadless(cli: string, isQuick: boolean): Promise<readonly HeadlessRun[]> {
  const stage = openHostileStage();
  const runs: HeadlessRun[] = [];
  try {
    for (const plan of toPlans(isQuick)) runs.push({ name: plan.name, written: await play(plan, cli, stage) });
    return runs;
  } finally {
    stage.close();
  }
}

async function play({ argv, steps = [], env = {} }: Plan, cli: string, stage: HostileStage): Promise<string> {
  const server = await openModelServer(steps);
  const command = [process.execPath, cli, ...(argv[0] === '-p' ? ['--trust'] : []), ...argv];
  const pty = openPty(command, { cwd: stage.workspace, env: { ...stage.env(server.url), ...env }, columns: 100 });
  const timer = setTimeout(pty.close, PATIENCE_MS);
  try {
    await pty.ended;
    return pty.written();
  } finally {
    clearTimeout(timer);
    pty.close();
    await server.close();
  }
}

/** Both streams of a run without a terminal: stdout has the text unchanged, stderr is as clean as on a terminal. */
export async function playPiped(cli: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const stage = openHostileStage();
  const server = await openModelServer([write(), answer.text(textFor('text of the model'))]);
  try {
    const child = spawn(process.execPath, [cli, '--trust', '-p', 'go'], {
      ...{ cwd: stage.workspace, env: stage.env(server.url), stdio: ['ignore', 'pipe', 'pipe'] },
    });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (piece: Buffer) => out.push(piece));
    child.stderr.on('data', (piece: Buffer) => err.push(piece));
    await new Promise((resolve) => child.on('close', resolve));
    return { stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
  } finally {
    await server.close();
    stage.close();
  }
}
