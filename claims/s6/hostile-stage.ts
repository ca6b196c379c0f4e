import { answer, type ScriptedStep } from '@bowline/testkit';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toHostileFile, toHostileLine, toHostileName, toHostileScript, toHostileText } from './hostile-strings.ts';
import { toMark, type Surface } from './surface-mark.ts';

/** A home and a workspace in which every name and every text is hostile. */
export interface HostileStage {
  readonly workspace: string;
  readonly home: string;
  readonly env: (url: string) => Readonly<Record<string, string>>;
  readonly close: () => void;
}

export const textFor = (surface: Surface): string => toHostileText(toMark(surface));
export const lineFor = (surface: Surface): string => toHostileLine(toMark(surface));
export const nameFor = (surface: Surface): string => toHostileName(toMark(surface));

/** Creates the folders, with hostile policies, settings, file names and branch name. */
export function openHostileStage(): HostileStage {
  const top = mkdtempSync(join(tmpdir(), 'bowline-s6-'));
  const home = join(top, 'home');
  const workspace = join(top, nameFor('folder'));
  for (const folder of [home, join(home, 'policies'), workspace, join(workspace, '.git')]) mkdirSync(folder);
  writeFileSync(join(workspace, '.git/HEAD'), `ref: refs/heads/${lineFor('branch').replaceAll('\r', '')}\n`);
  writeFileSync(join(home, 'AGENTS.md'), toHostileFile(toMark('memory file')));
  writeFileSync(join(workspace, `${nameFor('completion of a path')}.ts`.replace('\n', '')), '');
  writeFileSync(join(workspace, 'read.txt'), 'ordinary\n');
  // Only the last row is shown. It begins with its mark.
  const output = toMark('output of a command');
  writeFileSync(join(workspace, 'output.txt'), `${toHostileFile(output)}\n${toHostileName(output)}\n`);
  writeFileSync(
    join(home, 'settings.json'),
    JSON.stringify({
      general: { maxAttempts: 1, preferredEditor: lineFor('settings value') },
      [lineFor('settings warning')]: 1,
      ui: { theme: lineFor('settings warning') },
    }),
  );
  const message = JSON.stringify(lineFor('policy message').toWellFormed()).replaceAll('\u007F', String.raw`\u007F`);
  writeFileSync(
    join(home, 'policies/s6.toml'),
    `[[rule]]\ntoolName = "glob"\ndecision = "deny"\npriority = 900\ndeny_message = ${message}\n[[rule]]\ntoolName = ${message}\ndecision = "deny"\npriority = 1\n`,
  );
  return {
    workspace,
    home,
    env: (url) => ({
      PATH: process.env['PATH'] ?? '',
      ...{ HOME: top, TMPDIR: tmpdir(), BOWLINE_HOME: home, LANG: 'C.UTF-8' },
      ...{ GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: url, COLORTERM: 'truecolor' },
    }),
    close: () => {
      rmSync(top, { recursive: true, force: true });
    },
  };
}

const scriptFor = (surface: Surface): string => toHostileScript(toMark(surface));

/** The answers of the model in one session. */
export interface Scene {
  readonly steps: readonly ScriptedStep[];
  /** It ends with a question, which is all that is shown. */
  readonly isAsked: boolean;
}

/** Each kind of question is its own scene; everything else is one turn. */
export function hostileScenes(): readonly Scene[] {
  const command = `echo ${JSON.stringify(lineFor('command in a confirmation').replaceAll('\u0000', ''))}`;
  const file = { file_path: nameFor('file name in a confirmation'), content: textFor('diff in a confirmation') };
  const label = scriptFor('option of ask_user');
  const options = [
    { label, description: label },
    { label: 'other', description: 'b' },
  ];
  const questions = [{ question: scriptFor('question of ask_user'), options }];
  const asked = [
    { name: 'run_shell_command', args: { command } },
    { name: 'write_file', args: file },
    { name: 'ask_user', args: { questions } },
  ];
  const plan = { name: 'exit_plan_mode', args: { plan: textFor('plan in a confirmation') } };
  const planning = [answer.calls({ name: 'enter_plan_mode', args: {} }), answer.calls(plan)];
  return [
    ...asked.map((call) => ({ steps: [answer.calls(call)], isAsked: true })),
    { steps: planning, isAsked: true },
    { steps: hostileTurn(), isAsked: false },
  ];
}

function hostileTurn(): readonly ScriptedStep[] {
  const words = textFor('text of the model').match(/[^]{1,5}/gu) ?? [];
  const calls = [
    { name: scriptFor('tool name').slice(0, 400), args: { path: scriptFor('tool arguments') } },
    { name: 'read_file', args: { file_path: `no${scriptFor('file name of a call')}` } },
    { name: 'glob', args: { pattern: '**' } },
    { name: 'write_todos', args: { todos: [{ description: scriptFor('to-do list'), status: 'in_progress' }] } },
    // Only a command that fails shows more than its last row.
    { name: 'run_shell_command', args: { command: 'cat output.txt; false' } },
  ];
  return [
    { chunks: [{ thought: textFor('reasoning') }, ...words.map((text) => ({ text })), { calls }] },
    answer.text('Found it.'),
    answer.httpError(400, { message: textFor('error of a provider') }),
    answer.text('The end.'),
  ];
}
