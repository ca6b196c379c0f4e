import type { ApprovalMode } from '@bowline/protocol';
import { approvalModes, createMessage } from '@bowline/protocol/plain';
import type { CommandActions, SlashCommand } from './slash-command.ts';

/** Approval modes in the words of the surface. */
export const modeSummaries: Readonly<Record<ApprovalMode, string>> = {
  default: 'asks before anything is changed or run',
  auto_edit: 'edits files without asking, asks before commands',
  plan: 'reads and plans, changes nothing',
  yolo: 'runs everything that no rule forbids',
};

/** What is typed for a mode: `auto-edit` and `auto` are `auto_edit`. */
export function parseMode(word: string): ApprovalMode | undefined {
  const wanted = word.toLowerCase().replaceAll('-', '_');
  const exact = approvalModes.find((mode) => mode === wanted);
  return exact ?? (wanted === '' ? undefined : approvalModes.find((mode) => mode.startsWith(wanted)));
}

/** The commands that need nothing but the surface; `themes` are the names of those that there are. */
export function createBuiltInCommands(themes: readonly string[]): readonly SlashCommand[] {
  return [...ofPanels, ...ofSession, ...ofMode, ...ofSurface(themes)];
}

const ofPanels: readonly SlashCommand[] = [
  {
    name: 'help',
    aliases: ['?'],
    summary: 'Shows commands and keys',
    run: async (_words, { show }) => {
      show('help');
    },
  },
  {
    name: 'approvals',
    summary: 'Brings back the questions that wait for an answer',
    run: async (_words, { show }) => {
      show('approvals');
    },
  },
  {
    name: 'stats',
    aliases: ['cost'],
    summary: 'Shows what the session used: models, tools, cost',
    run: async (_words, { show }) => {
      show('stats');
    },
  },
];

const ofSession: readonly SlashCommand[] = [
  {
    name: 'resume',
    aliases: ['sessions'],
    summary: 'Goes on with another session',
    parameters: '[session]',
    needsRest: true,
    run: async ([sessionId], { show, go }) => {
      if (sessionId === undefined) show('sessions');
      else await go({ kind: 'resume', sessionId });
    },
  },
  {
    name: 'fork',
    summary: 'Goes on in a copy of this session; this one stays as it is',
    needsRest: true,
    run: async (_words, { sessionId, go, print }) => {
      const here = sessionId();
      if (here === null) print('There is no session to fork yet.');
      else await go({ kind: 'fork', sessionId: here, before: null });
    },
  },
  {
    name: 'rewind',
    aliases: ['undo'],
    summary: 'Goes back to before one of your messages; `/rewind undo` takes that back',
    parameters: '[undo]',
    needsRest: true,
    complete: async () => ['undo'],
    run: async ([word], { show, send, print }) => {
      if (word === undefined) show('rewind');
      else if (word === 'undo') await send({ action: { name: 'rewind', data: { undo: true } } });
      else print('Say `/rewind` to choose a message, or `/rewind undo`.');
    },
  },
  {
    name: 'compress',
    aliases: ['compact'],
    summary: 'Replaces older parts of the conversation with a summary',
    parameters: '[what matters]',
    needsRest: true,
    run: async (words, { send }) => {
      const focus = words.join(' ');
      await send({ action: { name: 'compact', ...(focus === '' ? {} : { data: { focus } }) } });
    },
  },
  {
    name: 'clear',
    aliases: ['new'],
    summary: 'Clears the screen and begins a new session; `/resume` brings this one back',
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
    summary: 'Shows or sets how much may happen without asking',
    parameters: `[${approvalModes.join(' | ')}]`,
    complete: async () => approvalModes,
    run: async ([word], actions) => {
      if (word === undefined) {
        actions.print(describeModes(actions.mode()));
        return;
      }
      const mode = parseMode(word);
      if (mode === undefined) actions.print(`There is no mode \`${word}\`.\n\n${describeModes(actions.mode())}`);
      else await actions.setMode(mode);
    },
  },
  {
    name: 'plan',
    summary: 'Plans before anything is changed; says what to plan when it is given',
    parameters: '[what to plan]',
    run: async (words, { setMode, send }) => {
      await setMode('plan');
      if (words.length > 0) await send(createMessage(words.join(' ')));
    },
  },
];

function describeModes(current: ApprovalMode): string {
  return approvalModes
    .map((mode) => `- ${mode === current ? `**${mode}** (now)` : mode}: ${modeSummaries[mode]}`)
    .join('\n');
}

function ofSurface(themes: readonly string[]): readonly SlashCommand[] {
  return [
    {
      name: 'theme',
      summary: 'Chooses the colours',
      parameters: '[name]',
      complete: async () => themes,
      run: async ([name], actions) => {
        await chooseTheme(name, themes, actions);
      },
    },
    {
      name: 'vim',
      summary: 'Turns the keys of vim on or off',
      run: async (_words, { preferences, prefer, print }) => {
        const isVim = !preferences().isVim;
        await prefer({ isVim });
        print(isVim ? 'The editor has the keys of vim now.' : 'The editor has its usual keys again.');
      },
    },
    {
      name: 'editor',
      summary: 'Opens what you type in your own editor',
      run: async (_words, { edit }) => {
        await edit();
      },
    },
    {
      name: 'copy',
      summary: 'Copies the last answer',
      run: async (_words, { lastAnswer, copy, print }) => {
        const answer = lastAnswer();
        if (answer === null) {
          print('There is no answer to copy yet.');
          return;
        }
        await copy(answer);
        print(`Copied the last answer (${answer.length} characters).`);
      },
    },
    {
      name: 'quit',
      aliases: ['exit', 'q'],
      summary: 'Leaves; the session is kept',
      run: async (_words, { quit }) => {
        quit();
      },
    },
  ];
}

async function chooseTheme(
  name: string | undefined,
  themes: readonly string[],
  { show, prefer, print }: CommandActions,
): Promise<void> {
  if (name === undefined) show('theme');
  else if (themes.includes(name)) await prefer({ theme: name });
  else print(`There is no theme \`${name}\`. There are: ${themes.join(', ')}.`);
}
