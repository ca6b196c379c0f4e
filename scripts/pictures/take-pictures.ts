import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ScriptedStep } from '@bowline/testkit';
import { writeProject } from '../../tests/tui/write-parser-project.ts';
import { openStage, type Stage, type StartOptions } from '../../tests/tui/open-stage.ts';
import type { Terminal } from '../../tests/tui/open-terminal.ts';
import { PARSER_REQUEST } from '../../tests/tui/parser-session.ts';
import { buildStep, EARLIER, script } from './model-script.ts';
import { toPicture } from './to-picture.ts';

/** Keeps a drawn picture. */
export type Keep = (name: string, svg: string) => void;

type Theme = 'dark' | 'light';

const WIDE = { columns: 120, rows: 36 } as const;
const NARROW = { columns: 40, rows: 30 } as const;

/** Plays the sessions of the pictures in one theme. */
export async function takePictures(theme: Theme, keep: Keep): Promise<void> {
  await onStage(script, theme, async (stage) => {
    await haveEarlier(stage);
    slowDown(stage);
    const first = open(stage, WIDE, { theme, keep });
    await playParser(first.terminal, first.shot);
    first.terminal.press('C-d');
    await first.terminal.ended();
    first.terminal.close();
    // After a resume, questions no longer take room.
    const { terminal, shot } = open(stage, { ...WIDE, argv: ['--trust', '--resume', 'latest'] }, { theme, keep });
    await terminal.shows('Ctrl-O expand');
    await shot('chat', /^❯ The parser/);
    await playRename(terminal, shot);
    await playPanels(terminal, shot);
    await playQuestions(terminal, shot);
    terminal.close();
  });
  await onStage(script.slice(-2), theme, async (stage) => {
    const narrow = open(stage, NARROW, { theme, keep });
    await narrow.terminal.shows(/Type a request/);
    await narrow.terminal.enter('Clean up');
    await narrow.terminal.shows('Dangerous command');
    narrow.terminal.press('Tab');
    await narrow.shot('narrow');
    narrow.terminal.close();
    const keyless = open(stage, { ...WIDE, hasNoKey: true }, { theme, keep });
    await keyless.terminal.shows('Connect a model');
    await keyless.shot('first-run');
    keyless.terminal.close();
  });
  await onStage([buildStep], theme, async (stage) => {
    await playSandbox(stage, { theme, keep });
  });
}

/** A command that writes, which is known only once it runs. */
async function playSandbox(stage: Stage, look: { readonly theme: Theme; readonly keep: Keep }): Promise<void> {
  writeFileSync(join(stage.home, 'settings.json'), JSON.stringify({ ui: { theme: look.theme } }));
  writeFileSync(join(stage.workspace, 'build.js'), "require('node:fs').writeFileSync('app.js', '');\n");
  const { terminal, shot } = open(stage, WIDE, look);
  await terminal.shows(/Type a request/);
  await terminal.enter('Build it');
  await terminal.shows('Allow once');
  await shot('sandbox', /^❯ Build it/);
  terminal.close();
}

/** Plays with a scripted model, without a sandbox. */
async function onStage(
  steps: readonly ScriptedStep[],
  theme: Theme,
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const stage = await openStage(steps, writeProject);
  writeFileSync(join(stage.home, 'settings.json'), JSON.stringify({ ui: { theme }, security: { sandbox: 'off' } }));
  try {
    await play(stage);
  } finally {
    await stage.close();
  }
}

/** A terminal, and a function that draws its screen from a certain row on. */
function open(
  stage: Stage,
  options: StartOptions & { readonly columns: number; readonly rows: number },
  { theme, keep }: { readonly theme: Theme; readonly keep: Keep },
): { readonly terminal: Terminal; readonly shot: TakeShot } {
  const terminal = stage.open(options);
  const written = terminal.record();
  return {
    terminal,
    shot: async (name, from) => {
      await terminal.read();
      const { columns, rows } = options;
      const look = { columns, rows, isDark: theme === 'dark', title: `Bowline: ${name}, ${theme}` };
      keep(`${name}-${theme}`, await toPicture(written(), { ...look, ...(from === undefined ? {} : { from }) }));
    },
  };
}

type TakeShot = (name: string, from?: RegExp) => Promise<void>;

/** The tests take as long as those of a real project. */
function slowDown({ workspace }: Stage): void {
  const file = join(workspace, 'test.sh');
  writeFileSync(file, readFileSync(file, 'utf8').replace('while [', 'sleep 2\nwhile ['));
}

/** Fills the list of sessions. */
async function haveEarlier(stage: Stage): Promise<void> {
  for (const message of EARLIER) {
    const [command = '', ...argv] = stage.command('--trust', '-p', message);
    await promisify(execFile)(command, argv, { cwd: stage.workspace, env: stage.env() });
  }
}

/** A failing test is found and mended. */
async function playParser(terminal: Terminal, shot: TakeShot): Promise<void> {
  await terminal.shows('/resume');
  await shot('start');
  await terminal.enter(PARSER_REQUEST);
  await terminal.shows('Run this command?');
  await terminal.answer('s');
  await terminal.shows('Edit src/parse.ts?');
  await shot('edit', /^❯ The parser/);
  await terminal.answer('y');
  await terminal.shows('print › tables');
  await shot('working', /^❯ The parser/);
  await terminal.shows('Ctrl-O expand');
}

async function playRename(terminal: Terminal, shot: TakeShot): Promise<void> {
  terminal.press('BTab');
  await terminal.shows('edits without asking');
  await terminal.enter("Rename the parser's entry point and show me what uses it");
  await terminal.shows('deprecated');
  await terminal.shows(/Type a request/);
  await shot('answer', /^❯ Rename/);
  terminal.press('BTab');
  await terminal.shows(/^╰─ plan/m);
  terminal.press('BTab');
  await terminal.shows(/^╰─ default/m);
}

async function playPanels(terminal: Terminal, shot: TakeShot): Promise<void> {
  const panels = [
    ['sessions', '/resume', /^╭─ Sessions/m],
    ['rewind', '/rewind', /^╭─ Rewind/m],
    ['models', '/model', /^╭─ Model/m],
    ['stats', '/stats', /^╭─ Statistics/m],
  ] as const;
  for (const [name, command, title] of panels) {
    terminal.type(command);
    await terminal.read();
    terminal.press('Enter');
    await terminal.shows(title);
    if (name === 'models') terminal.type('pro');
    await shot(name, title);
    // The first one ends a search.
    terminal.press('Escape');
    await terminal.read();
    terminal.press('Escape');
    await terminal.shows(/Type a request/);
    await terminal.read();
  }
  terminal.type('/re');
  await terminal.shows(/^╭─ Commands/m);
  await shot('palette', /^╭─ Commands/m);
  terminal.press('Escape');
  await terminal.hides(/^╭─ Commands/m);
  terminal.press('C-u');
  await terminal.read();
}

async function playQuestions(terminal: Terminal, shot: TakeShot): Promise<void> {
  await terminal.enter('Install what is missing');
  await terminal.shows('Run this command?');
  terminal.press('Tab');
  await shot('command', /^❯ Install/);
  terminal.press('n');
  await terminal.shows('Not run.');
  await terminal.shows(/Type a request/);
  await terminal.enter('Clean up');
  await terminal.shows('Dangerous command');
  terminal.press('Tab');
  await shot('danger', /^❯ Clean up/);
  terminal.press('n');
  await terminal.shows('Nothing was removed.');
}
