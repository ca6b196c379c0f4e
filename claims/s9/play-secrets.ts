import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import type { CliBench, CliOutput } from './open-cli-bench.ts';
import { findLeaks, holdsSecret, type Leak } from './find-written.ts';

/** The findings after all sessions. */
export interface PlayedSecrets {
  readonly leaks: readonly Leak[];
  /** The output of each run, by its name. */
  readonly outputs: Readonly<Record<string, CliOutput>>;
  /** Files that contained a key after a crash, before the session was reopened. */
  readonly afterCrash: readonly Leak[];
}

type Runs = Record<string, CliOutput>;

const call = (name: string, args: Readonly<Record<string, string | number | boolean | object>>): ScriptedStep =>
  answer.calls({ name, args: args as never });
const shell = (command: string, more: object = {}): ScriptedStep => call('run_shell_command', { command, ...more });
const CUT = 9;
/** An answer of the model in pieces that split the key. */
const say = (key: string): ScriptedStep => answer.text('It is ', key.slice(0, CUT), key.slice(CUT), '.');

/** Passes keys through every part of the product, in successive processes, and finds where they remain. */
export async function playSecrets(bench: CliBench, isQuick: boolean): Promise<PlayedSecrets> {
  const runs: Runs = {};
  await playTools(bench, runs);
  await playFormats(bench, runs, isQuick ? ['stream-json'] : ['text', 'json', 'stream-json', 'events']);
  await playFailures(bench, runs, isQuick ? ['events'] : ['text', 'json', 'events']);
  await playQuestions(bench, runs);
  const afterCrash = await playEnds(bench, runs);
  await playCommands(bench, runs, isQuick);
  const printed = Object.entries(runs).flatMap(([name, { stdout, stderr }]): readonly Leak[] => [
    ...(holdsSecret(stdout, bench.secrets) ? [{ where: name, kind: `stdout of ${name}` }] : []),
    ...(holdsSecret(stderr, bench.secrets) ? [{ where: name, kind: `stderr of ${name}` }] : []),
  ]);
  return { leaks: [...findLeaks(bench.folder, bench.secrets), ...printed], outputs: runs, afterCrash };
}

async function playTools({ run, secrets, workspace }: CliBench, runs: Runs): Promise<void> {
  const [key, other, stored] = secrets;
  runs['tools'] = await run(['-y', '-p', `my keys are ${key} and ${stored}`, '--session-id', 'tools'], {
    script: [
      call('read_file', { file_path: 'notes.txt' }),
      shell(`printf '%s' '${key.slice(0, CUT)}'; sleep 0.2; printf '%s\\n' '${key.slice(CUT)}'`),
      shell(`echo '${stored}' '${other}'`),
      shell('seq 40000; cat notes.txt; seq 40000'),
      shell('base64 plain.txt; base64 -w0 plain.txt; xxd plain.txt; od -An -tx1 plain.txt; hexdump -C plain.txt'),
      shell('cat notes.txt; sleep 0.4', { is_background: true, delay_ms: 200 }),
      shell('cat plain.txt', { tty: true }),
      call('grep_search', { pattern: 'canary' }),
      call('web_fetch', { url: `http://user:${key}@127.0.0.1:9/${stored}` }),
      call('write_todos', { todos: [{ description: `use ${key}`, status: 'pending' }] }),
      call('save_memory', { fact: `The key is ${key}.` }),
      call('no_such_tool', { key }),
      call('read_file', { file_path: `${workspace}/${key}` }),
      say(key),
    ],
  });
}

async function playFormats({ run, secrets }: CliBench, runs: Runs, formats: readonly string[]): Promise<void> {
  const [key, other] = secrets;
  for (const format of formats) {
    const steps = [
      { chunks: [{ thought: `hm ${key}` }, ...(call('read_file', { file_path: 'notes.txt' }).chunks ?? [])] },
      shell(`cat plain.txt; printf '%s' '${key.slice(0, CUT)}'; sleep 0.1; printf '%s\\n' '${key.slice(CUT)}'`),
      { ...say(`${key} ${other}`), splitBytes: 7 },
    ];
    const argv = ['-y', '-p', `it is ${other}`, '-o', format, '--record-responses', `../tmp/${format}.cassette`];
    runs[format] = await run(argv, { script: steps });
  }
}

/** Providers that repeat the key in their errors. */
async function playFailures({ run, secrets: [key] }: CliBench, runs: Runs, formats: readonly string[]): Promise<void> {
  const said = { message: `API key ${key} is not valid` };
  for (const format of formats) {
    const argv = ['-y', '-p', 'go', '-o', format];
    for (const status of [400, 401]) {
      const script = { default: answer.httpError(status, said) };
      runs[`${status} as ${format}`] = await run(argv, { script });
    }
    const raw = { error: { code: 400, status: 'INVALID_ARGUMENT', ...said } };
    runs[`an error in a stream as ${format}`] = await run(argv, {
      script: { default: { chunks: [{ text: 'a' }, { raw }] } },
    });
  }
}

/** A question with a key in its arguments: listed, approved and continued. */
async function playQuestions({ run, secrets: [key, , stored] }: CliBench, runs: Runs): Promise<void> {
  const script = [shell(`mkdir -p out/${key} ${stored}`), say(key)];
  const argv = ['--trust', '-p', 'go', '--on-confirm', 'suspend', '--session-id', 'asked'];
  runs['a question'] = await run(argv, { script });
  runs['pending'] = await run(['pending']);
  runs['approve'] = await run(['approve', 'asked'], { script: [say(key)] });
  runs['policy grants'] = await run(['policy', 'grants']);
}

/** A run that is stopped, and one that is killed while a command runs that has printed keys. */
async function playEnds(bench: CliBench, runs: Runs): Promise<readonly Leak[]> {
  const { run, secrets, folder, workspace } = bench;
  const [key] = secrets;
  const isThere = (name: string) => (): boolean => existsSync(join(workspace, name));
  const prints = (mark: string): ScriptedStep => shell(`cat notes.txt plain.txt; touch ${mark}; sleep 3`);
  runs['stopped'] = await run(['-y', '-p', `it is ${key}`, '-o', 'events', '--session-id', 'stopped'], {
    script: [prints('stopped.mark'), say(key)],
    signal: { name: 'SIGINT', when: isThere('stopped.mark') },
  });
  await run(['-y', '-p', `it is ${key}`, '--session-id', 'killed'], {
    script: [prints('killed.mark'), say(key)],
    signal: { name: 'SIGKILL', when: isThere('killed.mark') },
  });
  const afterCrash = findLeaks(folder, secrets);
  const resume = ['-y', '-p', 'go on', '--resume', 'killed', '-o', 'events'];
  runs['resumed'] = await run(resume, { script: { default: say(key) } });
  return afterCrash;
}

/**
 * Runs every command that shows stored data, with other keys in the environment, so that nothing is redacted on output.
 */
async function playCommands({ run, bowlineHome }: CliBench, runs: Runs, isQuick: boolean): Promise<void> {
  const env = { GEMINI_API_KEY: 'another key', ANTHROPIC_API_KEY: 'another one' };
  const all = globSync('sessions/*/', { cwd: bowlineHome }).map((path) => path.split('/')[1] ?? '');
  const sessions = isQuick ? ['tools', 'killed'] : all;
  for (const id of sessions) {
    runs[`sessions show ${id}`] = await run(['sessions', 'show', id], { env });
    runs[`sessions export ${id}`] = await run(['sessions', 'export', id], { env });
  }
  for (const argv of [['sessions', 'list'], ['context'], ['settings'], ['trust', 'add'], ['doctor']])
    runs[argv.join(' ')] = await run(argv, { env });
}
