import type { ApprovalMode } from '@bowline/protocol';
import { approvalModes, createMessage } from '@bowline/protocol/plain';
import type { CommandActions, SlashCommand } from '../host/slash-command.ts';
import { undoCommand } from './undo-command.ts';
import { findTheme } from '../paint/theme/list-themes.ts';
import { commandParameters, commandSummaries, commandTexts } from '../texts/command-texts.ts';
import { listModes, modeSummaries } from '../texts/modes.ts';
import { modeTexts } from '../texts/panel-texts.ts';

/** Parses a typed mode. `auto-edit` and `auto` mean `auto_edit`. */
export function parseMode(word: string): ApprovalMode | undefined {
  const wanted = word.toLowerCase().replaceAll('-', '_');
  const exact = approvalModes.find((mode) => mode === wanted);
  return exact ?? (wanted === '' ? undefined : approvalModes.find((mode) => mode.startsWith(wanted)));
}

/** The commands that need only the TUI. `themes` lists the names of the available themes. */
export function createBuiltInCommands(themes: readonly string[]): readonly SlashCommand[] {
  return [...ofPanels, ...ofSession, ...ofMode, ...ofSurface(themes)];
}

const ofPanels: readonly SlashCommand[] = [
  {
    name: 'help',
    aliases: ['?'],
    summary: commandSummaries.help,
    run: async (_words, { show }) => {
      show('help');
    },
  },
  {
    name: 'approvals',
    summary: commandSummaries.approvals,
    run: async (_words, { show }) => {
      show('approvals');
    },
  },
  {
    name: 'tasks',
    summary: commandSummaries.tasks,
    run: async (_words, { show }) => {
      show('tasks');
    },
  },
  {
    name: 'stats',
    aliases: ['cost'],
    summary: commandSummaries.stats,
    run: async (_words, { show }) => {
      show('stats');
    },
  },
];

const ofSession: readonly SlashCommand[] = [
  {
    name: 'resume',
    aliases: ['sessions'],
    summary: commandSummaries.resume,
    parameters: commandParameters.resume,
    needsRest: true,
    run: async ([sessionId], { show, go }) => {
      if (sessionId === undefined) show('sessions');
      else await go({ kind: 'resume', sessionId });
    },
  },
  {
    name: 'fork',
    summary: commandSummaries.fork,
    needsRest: true,
    run: async (_words, { sessionId, go, print }) => {
      const here = sessionId();
      if (here === null) print(commandTexts.noSession);
      else await go({ kind: 'fork', sessionId: here, before: null });
    },
  },
  {
    name: 'rename',
    summary: commandSummaries.rename,
    parameters: commandParameters.rename,
    run: async (words, { sessionId, send, print }) => {
      const title = words.join(' ');
      if (sessionId() === null) print(commandTexts.nothingToRename);
      else await send({ update: { title } });
    },
  },
  {
    name: 'rewind',
    summary: commandSummaries.rewind,
    parameters: commandParameters.rewind,
    needsRest: true,
    complete: async () => ['undo', 'files'],
    run: async ([word], { show, send, print }) => {
      if (word === undefined) show('rewind');
      else if (word === 'undo') await send({ action: { name: 'rewind', data: { undo: true } } });
      else if (word === 'files') await send({ action: { name: 'rewind', data: { files: true } } });
      else print(commandTexts.rewindUsage);
    },
  },
  undoCommand,
  {
    name: 'redo',
    summary: commandSummaries.redo,
    needsRest: true,
    run: async (_words, { send }) => {
      await send({ action: { name: 'restore', data: { undo: true } } });
    },
  },
  {
    name: 'retry',
    summary: commandSummaries.retry,
    run: async (_words, { send }) => {
      await send({ action: { name: 'retry', data: { last: true } } });
    },
  },
  {
    name: 'compress',
    aliases: ['compact'],
    summary: commandSummaries.compress,
    parameters: commandParameters.compress,
    needsRest: true,
    run: async (words, { send }) => {
      const focus = words.join(' ');
      if (focus === 'undo') {
        await send({ action: { name: 'compact', data: { undo: true } } });
        return;
      }
      await send({ action: { name: 'compact', ...(focus === '' ? {} : { data: { focus } }) } });
    },
  },
  {
    name: 'clear',
    aliases: ['new'],
    summary: commandSummaries.clear,
    needsRest: true,
    run: async (_words, { clear, go }) => {
      clear();
      await go({ kind: 'new' });
    },
  },
];

const ofMode: readonly SlashCommand[] = [
  {
    name: 'mode',
    summary: commandSummaries.mode,
    parameters: `[${approvalModes.join(' | ')}]`,
    complete: async () => approvalModes,
    run: async ([word], actions) => {
      if (word === undefined) {
        pickMode(actions);
        return;
      }
      const mode = parseMode(word);
      if (mode === undefined) actions.print(commandTexts.unknownMode(word, listModes(approvalModes, actions.mode())));
      else await actions.setMode(mode);
    },
  },
  {
    name: 'plan',
    summary: commandSummaries.plan,
    parameters: commandParameters.plan,
    run: async (words, { setMode, send }) => {
      await setMode('plan');
      if (words.length > 0) await send(createMessage(words.join(' ')));
    },
  },
];

function pickMode({ pick, mode, setMode }: CommandActions): void {
  const { title, right, hint } = modeTexts;
  pick({
    ...{ title, right, hint },
    rows: MODES.map((each) => {
      const isDoubled = each === 'yolo';
      const text = `${each.padEnd(10)}  ${modeSummaries[each]}${isDoubled ? modeTexts.twice : ''}`;
      return { id: each, text, isDoubled };
    }),
    first: mode(),
    choose: async (chosen) => {
      const next = MODES.find((each) => each === chosen);
      if (next !== undefined) await setMode(next);
    },
  });
}

/** In the order in which Shift-Tab goes through them. */
const MODES: readonly ApprovalMode[] = ['default', 'auto_edit', 'plan', 'preview', 'yolo'];

function ofSurface(themes: readonly string[]): readonly SlashCommand[] {
  return [
    {
      name: 'theme',
      summary: commandSummaries.theme,
      parameters: commandParameters.theme,
      complete: async () => themes,
      run: async (words, actions) => {
        await chooseTheme(words.join(' '), themes, actions);
      },
    },
    {
      name: 'vim',
      summary: commandSummaries.vim,
      run: async (_words, { preferences, prefer, print }) => {
        const isVim = !preferences().isVim;
        await prefer({ isVim });
        print(isVim ? commandTexts.vimOn : commandTexts.vimOff);
      },
    },
    {
      name: 'editor',
      summary: commandSummaries.editor,
      run: async (_words, { edit }) => {
        await edit();
      },
    },
    {
      name: 'copy',
      summary: commandSummaries.copy,
      run: async (_words, { lastAnswer, copy, print }) => {
        const answer = lastAnswer();
        if (answer === null) {
          print(commandTexts.noAnswer);
          return;
        }
        await copy(answer);
        print(commandTexts.copied(answer.length));
      },
    },
    {
      name: 'quit',
      aliases: ['exit', 'q'],
      summary: commandSummaries.quit,
      run: async (_words, { quit }) => {
        quit();
      },
    },
  ];
}

/** The name may be of several words: `/theme GitHub Light`. */
async function chooseTheme(
  typed: string,
  themes: readonly string[],
  { show, prefer, print }: CommandActions,
): Promise<void> {
  const theme = findTheme(typed, themes);
  if (typed === '') show('theme');
  else if (theme !== undefined) await prefer({ theme });
  else print(commandTexts.unknownTheme(typed, themes));
}
