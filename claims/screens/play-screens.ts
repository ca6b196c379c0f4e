import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../../tests/tui/open-terminal.ts';
import { said } from './model-script.ts';
import type { ScreensStage } from './open-screens-stage.ts';

/** The screens of the specification that exist, by its names. */
export type ScreenName =
  | 'six steps'
  | 'start-first'
  | 'grant'
  | 'tasks'
  | 'stream'
  | 'steps'
  | 'chat'
  | 'expanded'
  | 'mode'
  | 'model'
  | 'settings'
  | 'palette'
  | 'files'
  | 'context'
  | 'stats'
  | 'edit'
  | 'command'
  | 'pending'
  | 'danger'
  | 'ask'
  | 'retry'
  | 'retried'
  | 'quota'
  | 'hero'
  | 'plan'
  | 'rewind'
  | 'rewound'
  | 'quit'
  | 'start'
  | 'sessions'
  | 'attach'
  | 'owner-died';

/** How a panel is opened and closed. */
export interface PanelKeys {
  readonly opens: () => Promise<void> | void;
  readonly closes: readonly string[];
}

/** What is done with a screen that is there, or with a panel, which must restore what it covers. */
export type Visit = (terminal: Terminal, screen: ScreenName, panel?: PanelKeys) => Promise<void>;

const HALF_MS = 60;
const REST = /[❯>] Type a request/;

/** Plays one session that comes by every specified screen, in the order of a day's work. */
export async function playScreens(stage: ScreensStage, visit: Visit): Promise<void> {
  const first = stage.open({ hasKey: false });
  await first.shows('Connect a model');
  await visit(first, 'start-first');
  first.press('C-c', 'C-c');
  const terminal = stage.open();
  await terminal.shows(REST);
  await decideBoth(terminal, visit);
  await answerQuestions(terminal, visit);
  await waitForTheModel(terminal, visit);
  await rename(terminal, visit);
  await planIt(terminal, visit);
  await goBack(terminal, visit);
  await terminal.enter(said.six);
  await done(terminal, said.sixDone);
  await visit(terminal, 'six steps');
  await openPanels(terminal, visit);
  await startTasks(stage, terminal, visit);
  await fixTheParser(stage, terminal, visit);
  await leave(terminal, visit);
  const next = stage.open();
  await comeBack(next, visit);
  await watch(stage, next, visit);
}

const allow = async (terminal: Terminal, asked: string): Promise<void> => {
  await focus(terminal, asked);
  terminal.press('y');
};
/** Moves from the draft to a question. The next one of the same batch has the keys already. */
const focus = async (terminal: Terminal, asked: string): Promise<void> => {
  await terminal.shows(asked);
  // What was seen may be half written.
  await sleep(HALF_MS);
  if (terminal.screen().includes('Tab to answer')) terminal.press('Tab');
  await terminal.hides('Tab to answer');
  await terminal.read();
};
const done = async (terminal: Terminal, sentence: string): Promise<void> => {
  await terminal.shows(last(sentence), { all: true });
  await terminal.shows(REST);
};
/** The end of a sentence: it is on one row, however narrow the window is. */
const last = (sentence: string): string => sentence.split(' ').slice(-2).join(' ');

async function startTasks(stage: ScreensStage, terminal: Terminal, visit: Visit): Promise<void> {
  await terminal.enter(said.tasks);
  await focus(terminal, '3 approvals pending');
  terminal.press('Enter');
  await terminal.shows('$ npm run dev');
  await terminal.read();
  terminal.press('p');
  await visit(terminal, 'grant');
  terminal.press('Escape');
  await terminal.hides('p again');
  for (const command of ['npm run dev', 'npm run watch', 'cargo build']) await allow(terminal, `$ ${command}`);
  await done(terminal, said.tasksDone);
  if (stage.window.columns > 40) await terminal.shows('2 background tasks');
  const opens = async (): Promise<void> => {
    await open(terminal, '/tasks');
    await terminal.shows('exit 0');
    terminal.press('Enter');
  };
  await visit(terminal, 'tasks', { opens, closes: ['Escape'] });
}

async function fixTheParser(stage: ScreensStage, terminal: Terminal, visit: Visit): Promise<void> {
  await terminal.enter(said.chat);
  await allow(terminal, '$ npm test -- parser');
  await allow(terminal, 'Edit src/parse.ts?');
  await allow(terminal, '$ npm test -- parser');
  await terminal.shows(/print . tables/);
  await visit(terminal, 'stream');
  await visit(terminal, 'steps', pressed(terminal, 'C-t', 'C-t'));
  stage.release();
  await done(terminal, said.chatDone);
  await visit(terminal, 'chat');
  const opens = async (): Promise<void> => {
    terminal.press('C-o');
    await terminal.shows('This turn');
    terminal.press('Up', 'Up', 'Up', 'Up', 'Enter');
  };
  await visit(terminal, 'expanded', { opens, closes: ['Escape'] });
}

async function openPanels(terminal: Terminal, visit: Visit): Promise<void> {
  const command = (name: string, filter = '') => ({
    opens: async () => {
      await open(terminal, name);
      if (filter === '') return;
      // The panel is as high as it is when it opens, whatever is typed into it.
      await terminal.shows('Type to search');
      terminal.type(filter);
    },
    // The first Escape removes the filter.
    closes: filter === '' ? ['Escape'] : ['Escape', 'Escape'],
  });
  const typed = (text: string) => ({
    opens: () => {
      terminal.type(text);
    },
    closes: ['Escape', 'C-u'],
  });
  await visit(terminal, 'mode', command('/mode'));
  await visit(terminal, 'model', command('/model', 'pro'));
  await visit(terminal, 'settings', command('/settings', 'context'));
  await visit(terminal, 'palette', typed('/re'));
  await visit(terminal, 'files', typed('Explain @pars'));
  await visit(terminal, 'context', command('/context'));
  await visit(terminal, 'stats', command('/stats'));
}

/** A panel that keys open and one key closes. */
function pressed(terminal: Terminal, closes: string, ...opens: readonly string[]): PanelKeys {
  return {
    opens: () => {
      terminal.press(...opens);
    },
    closes: [closes],
  };
}

/** Types a command. Its menu must be there before Enter is pressed. */
async function open(terminal: Terminal, command: string): Promise<void> {
  terminal.type(command);
  await terminal.shows('Commands');
  terminal.press('Enter');
  await terminal.hides('Commands');
}

async function decideBoth(terminal: Terminal, visit: Visit): Promise<void> {
  await terminal.enter(said.both);
  await terminal.shows('Edit src/parse.ts?');
  await visit(terminal, 'edit');
  await focus(terminal, 'Edit src/parse.ts?');
  terminal.press('Right');
  await terminal.shows('$ npm ci');
  await visit(terminal, 'command');
  await terminal.read();
  terminal.press('n');
  await focus(terminal, 'Edit src/parse.ts?');
  terminal.press('n');
  await done(terminal, said.bothDone);
  await decideFour(terminal, visit);
  await terminal.enter(said.danger);
  await focus(terminal, 'Dangerous command');
  await visit(terminal, 'danger');
  terminal.press('n');
  await done(terminal, said.dangerDone);
}

async function decideFour(terminal: Terminal, visit: Visit): Promise<void> {
  await terminal.enter(said.several);
  await focus(terminal, '4 approvals pending');
  await visit(terminal, 'pending');
  for (const next of ['3 approvals pending', '$ npm ci', 'Dangerous command', last(said.severalDone)]) {
    await terminal.read();
    terminal.press('n');
    await terminal.shows(next);
  }
  await terminal.shows(REST);
}

async function answerQuestions(terminal: Terminal, visit: Visit): Promise<void> {
  await terminal.enter(said.ask);
  await focus(terminal, 'PostgreSQL');
  await visit(terminal, 'ask');
  terminal.press('2');
  await terminal.shows('Keep the old tables?');
  await terminal.read();
  terminal.press('1');
  await done(terminal, said.askDone);
}

async function waitForTheModel(terminal: Terminal, visit: Visit): Promise<void> {
  await terminal.enter(said.retry);
  await terminal.shows('Retrying in');
  await visit(terminal, 'retry');
  terminal.press('Enter');
  await done(terminal, said.retryDone);
  await visit(terminal, 'retried');
  await terminal.enter(said.quota);
  await terminal.shows('Quota reached');
  await visit(terminal, 'quota');
  await terminal.answer('t');
  await done(terminal, said.quotaDone);
}

async function rename(terminal: Terminal, visit: Visit): Promise<void> {
  terminal.press('BTab');
  await terminal.shows('auto_edit');
  await terminal.enter(said.hero);
  await allow(terminal, '$ npx tsc');
  await done(terminal, said.heroDone);
  await visit(terminal, 'hero');
}

async function planIt(terminal: Terminal, visit: Visit): Promise<void> {
  terminal.press('BTab');
  await terminal.shows('plan');
  await terminal.enter(said.plan);
  await focus(terminal, 'Carry out this plan?');
  await visit(terminal, 'plan');
  terminal.press('n');
  await done(terminal, said.planDone);
  terminal.press('BTab');
  await terminal.shows('default');
}

async function goBack(terminal: Terminal, visit: Visit): Promise<void> {
  await terminal.enter(said.rewound);
  await done(terminal, said.rewoundDone);
  await visit(terminal, 'rewind', pressed(terminal, 'Escape', 'Escape', 'Escape'));
  await open(terminal, '/rewind');
  await terminal.shows('Rewind to');
  terminal.press('Enter');
  await visit(terminal, 'rewound');
  terminal.press('C-u');
}

async function leave(terminal: Terminal, visit: Visit): Promise<void> {
  await visit(terminal, 'quit', pressed(terminal, 'Escape', 'C-d'));
  await terminal.enter(said.later);
  await terminal.shows('--bench');
  await terminal.read();
  terminal.press('Escape');
  await terminal.read();
  terminal.press('C-d');
  await terminal.shows('Quit?');
  terminal.press('k');
  await terminal.ended();
}

async function comeBack(terminal: Terminal, visit: Visit): Promise<void> {
  await terminal.shows('/resume');
  await visit(terminal, 'start');
  await visit(terminal, 'sessions', { opens: () => open(terminal, '/resume'), closes: ['Escape'] });
}

/** Watches a session from another terminal, and sees its process killed. */
async function watch(stage: ScreensStage, owner: Terminal, visit: Visit): Promise<void> {
  stage.hold();
  await owner.enter(said.watched);
  await allow(owner, '$ npm test');
  await owner.shows(/print . tables/);
  const other = stage.open({ argv: ['attach'] });
  await other.shows('Running npm test');
  await visit(other, 'attach');
  process.kill(owner.pid(), 'SIGKILL');
  await other.shows(/ ended \d/);
  await visit(other, 'owner-died');
  stage.release();
}
