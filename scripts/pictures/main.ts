// Creates the pictures in docs/: the built program in a real terminal, with a scripted model.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { AgentError } from '@bowline/protocol';
import { openStage, type Stage } from '../../tests/tui/open-stage.ts';
import type { Terminal } from '../../tests/tui/open-terminal.ts';
import { toPicture } from './to-picture.ts';

const OUT = 'docs/pictures';
const SIZE = { columns: 96, rows: 30 } as const;
const themes = ['dark', 'light'] as const;

const source = `export function addDays(date: Date, days: number): Date {
  const next = new Date(date);
  next.setHours(next.getHours() + 24 * days);
  return next;
}
`;
const builds = `const fs = require('node:fs');
fs.mkdirSync('dist', { recursive: true });
fs.copyFileSync('src/clock.ts', 'dist/clock.ts');
`;
const [before, after] = ['  next.setHours(next.getHours() + 24 * days);', '  next.setDate(next.getDate() + days);'];

const told = `A day is not always 24 hours long, so hours must not be counted:

\`\`\`ts
next.setDate(next.getDate() + days); // the calendar's day, whatever its length
\`\`\`

| case | before | now |
| --- | --- | --- |
| an ordinary day | right | right |
| the clocks change | an hour off | right |
`;

/** Streams a text in parts, as a model does. */
function speaks(text: string): ScriptedStep {
  return { chunks: text.split(/(?<=\n)/).map((line) => ({ text: line, delayMs: 60 })) };
}

const script: readonly ScriptedStep[] = [
  answer.calls({ name: 'read_file', args: { file_path: 'src/clock.ts' } }),
  answer.calls({
    name: 'replace',
    args: { file_path: 'src/clock.ts', old_string: before, new_string: after, instruction: 'count days, not hours' },
  }),
  speaks(told),
  answer.calls({ name: 'run_shell_command', args: { command: 'node build.js' } }),
  speaks('Built into `dist`.'),
  answer.calls({ name: 'run_shell_command', args: { command: 'git add -A && git push --force origin main' } }),
  speaks('It stays here, then: the change is committed nowhere yet.'),
];

async function photograph(terminal: Terminal, name: string, isDark: boolean): Promise<void> {
  const screen = terminal.screen({ colours: true });
  const title = `Bowline: ${name}, ${isDark ? 'dark' : 'light'}`;
  writeFileSync(`${OUT}/${name}-${isDark ? 'dark' : 'light'}.svg`, await toPicture(screen, { ...SIZE, isDark, title }));
}

async function say(terminal: Terminal, text: string): Promise<void> {
  terminal.type(text);
  await terminal.shows(text);
  terminal.press('Enter');
}

/** Waits, because keys count only after a question has had the focus for a moment. */
async function choose(terminal: Terminal, key: string): Promise<void> {
  terminal.press('Tab');
  await new Promise((resolve) => setTimeout(resolve, 600));
  terminal.press(key);
}

async function play(stage: Stage, theme: (typeof themes)[number]): Promise<void> {
  const isDark = theme === 'dark';
  writeFileSync(join(stage.home, 'settings.json'), JSON.stringify({ ui: { theme } }));
  mkdirSync(join(stage.workspace, 'src'), { recursive: true });
  writeFileSync(join(stage.workspace, 'src/clock.ts'), source);
  writeFileSync(join(stage.workspace, 'build.js'), builds);
  const terminal = stage.open({ ...SIZE });
  await terminal.shows('What would you like to do?');
  await terminal.shows(/Ctrl-P search/); // the session is open
  await photograph(terminal, 'start', isDark);
  await say(terminal, 'addDays is an hour off when the clocks change. Fix it.');
  await terminal.shows('Allow once');
  await photograph(terminal, 'confirmation', isDark);
  await choose(terminal, 'o');
  await terminal.shows('the clocks change');
  await terminal.shows(/^\d.* s/m);
  await photograph(terminal, 'chat', isDark);
  await say(terminal, 'build it');
  await terminal.shows('Allow once');
  await photograph(terminal, 'sandbox', isDark);
  await choose(terminal, 'o');
  await terminal.shows('Built into');
  await terminal.shows('What would you like to do?');
  await say(terminal, 'push it');
  await terminal.shows('Deny');
  await photograph(terminal, 'danger', isDark);
  await choose(terminal, 'n');
  await terminal.shows('nowhere yet');
  await terminal.shows('What would you like to do?');
  await say(terminal, '/stats');
  await terminal.shows('Statistics');
  await photograph(terminal, 'stats', isDark);
  terminal.press('Escape');
  await terminal.hides('Statistics');
  await say(terminal, '/rewind');
  await terminal.shows(/Enter .*Esc/);
  await terminal.hides('Reading the session');
  await photograph(terminal, 'rewind', isDark);
  terminal.close();
}

const { status } = spawnSync(process.execPath, ['scripts/bundle-cli.ts'], { stdio: 'ignore' });
if (status !== 0) throw new AgentError('INTERNAL', 'the CLI could not be built');
mkdirSync(OUT, { recursive: true });
for (const theme of themes) {
  const stage = await openStage(script);
  try {
    await play(stage, theme);
  } finally {
    await stage.close();
  }
}
