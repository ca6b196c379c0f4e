import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandActions, SessionAsk, SlashCommand } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import { runCli } from '../run-cli.ts';
import { INIT_PROMPT } from './init-prompt.ts';
import type { SessionKeeper } from './session-keeper.ts';

/** What commands of the program need. */
export interface HostCommandParts {
  readonly loadCommandEnv: () => Promise<CommandEnv>;
  readonly cwd: string;
  readonly keeper: SessionKeeper;
}

/** Commands of the program around the surface. Most are what `bowline NAME` is, with its words and its output. */
export function createHostCommands(parts: HostCommandParts): readonly SlashCommand[] {
  return [
    ...printing.map((command) => toPrinting(command, parts)),
    createModelCommand(parts),
    createMemoryCommand(parts),
    createExportCommand(parts),
    createInitCommand(),
    createTrustCommand(parts),
    createAuthCommand(parts),
  ];
}

interface Printing {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly parameters?: string;
  /** The words of the command line, without those that are typed. */
  readonly argv: readonly string[];
  /** What is asked for when nothing more is typed. */
  readonly usual?: readonly string[];
  readonly verbs?: readonly string[];
}

const printing: readonly Printing[] = [
  {
    name: 'models',
    summary: 'Lists the models that can be had, with their prices',
    parameters: '[provider]',
    argv: ['models'],
  },
  {
    name: 'context',
    summary: 'Shows what is sent before you say anything, and how large it is',
    parameters: '[show part]',
    argv: ['context'],
    verbs: ['show'],
  },
  { name: 'tools', summary: 'Lists the tools that the model is told of', parameters: '[name]', argv: ['tools'] },
  {
    name: 'policies',
    aliases: ['policy'],
    summary: 'Lists the rules that decide what may be done',
    parameters: '[list | explain | test]',
    argv: ['policy'],
    usual: ['list'],
    verbs: ['list', 'explain', 'test'],
  },
  {
    name: 'grants',
    summary: 'Lists what you have allowed beyond a session, and removes it',
    parameters: '[remove N | remove --all]',
    argv: ['policy', 'grants'],
    verbs: ['remove'],
  },
  {
    name: 'permissions',
    summary: 'Shows whether this folder is trusted, and changes that',
    parameters: '[status | list | add | remove]',
    argv: ['trust'],
    usual: ['status'],
    verbs: ['status', 'list', 'add', 'remove'],
  },
  {
    name: 'settings',
    summary: 'Shows, explains and changes settings',
    parameters: '[list | get | set | unset | explain] [key]',
    argv: ['settings'],
    usual: ['list'],
    verbs: ['list', 'get', 'set', 'unset', 'explain'],
  },
  { name: 'doctor', summary: 'Looks for what is wrong with this machine', argv: ['doctor'] },
  { name: 'pending', summary: 'Lists what waits for an answer, in any session', argv: ['pending'] },
];

function toPrinting({ argv, usual = [], verbs, ...command }: Printing, parts: HostCommandParts): SlashCommand {
  return {
    ...command,
    ...(verbs === undefined ? {} : { complete: async (words) => (words.length > 1 ? [] : verbs) }),
    run: async (words, actions) => {
      await printCommand([...argv, ...(words.length === 0 ? usual : words)], parts, actions);
    },
  };
}

async function printCommand(argv: readonly string[], parts: HostCommandParts, actions: CommandActions): Promise<void> {
  const { text } = await capture(argv, parts, actions.signal);
  if (text.trim() === '') return;
  // What `show` prints are texts of others, word for word.
  const isQuoted = argv.includes('show');
  const { toScreenWords } = await import('@bowline/tui');
  actions.print(toPrinted(isQuoted ? text : toScreenWords(text)));
}

interface Captured {
  readonly code: number;
  readonly text: string;
}

/** A command line of ours, run here: what it prints and how it ends. */
async function capture(
  argv: readonly string[],
  { loadCommandEnv }: HostCommandParts,
  signal: AbortSignal,
): Promise<Captured> {
  const env = await loadCommandEnv();
  let text = '';
  const take = (more: string): void => void (text += more);
  const code = await runCli(argv, { ...env, stdout: take, stderr: take, signal });
  return { code, text };
}

/** Columns stay columns: what has no colours of its own is shown as it stands, not as Markdown. */
function toPrinted(text: string): string {
  return text.includes('\u001B') ? text.trimEnd() : `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
}

function createModelCommand(parts: HostCommandParts): SlashCommand {
  return {
    name: 'model',
    summary: 'Goes on with another model, a tier or auto',
    parameters: '[name]',
    complete: async () => (await import('@bowline/models')).knownNames,
    run: async ([name], actions) => {
      if (name === undefined) {
        await printCommand(['models'], parts, actions);
        actions.print('`/model NAME` goes on with another one.');
        return;
      }
      await actions.send({ update: { model: name } });
      actions.print(`The next request goes to \`${name}\`.`);
    },
  };
}

function createMemoryCommand(parts: HostCommandParts): SlashCommand {
  return {
    name: 'memory',
    summary: 'Shows the files for agents that the session begins with, or reads them again',
    parameters: '[list | show | reload]',
    needsRest: true,
    complete: async () => ['list', 'show', 'reload'],
    run: async (words, actions) => {
      const sessionId = actions.sessionId();
      if (words[0] !== 'reload') await printCommand(['memory', ...words], parts, actions);
      else if (sessionId === null) actions.print('There is no session yet; it will begin with the files as they are.');
      else await actions.go({ kind: 'resume', sessionId });
    },
  };
}

function createExportCommand(parts: HostCommandParts): SlashCommand {
  return {
    name: 'export',
    summary: 'Writes the session to a file: Markdown, or every record as JSON lines',
    parameters: '[file.md | file.jsonl]',
    run: async ([file], actions) => {
      const sessionId = actions.sessionId();
      if (sessionId === null) {
        actions.print('There is no session to export yet.');
        return;
      }
      const name = file ?? `bowline-${sessionId}.md`;
      const format = name.endsWith('.jsonl') ? [] : ['--markdown'];
      const { code, text } = await capture(['sessions', 'export', sessionId, ...format], parts, actions.signal);
      if (code !== 0) {
        actions.print(toPrinted(text));
        return;
      }
      await writeFile(resolve(parts.cwd, name), text, { mode: 0o600, flag: 'wx' }).then(
        () => {
          actions.print(`Wrote \`${name}\`.`);
        },
        (thrown: unknown) => {
          actions.print(`\`${name}\` was not written: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
        },
      );
    },
  };
}

function createInitCommand(): SlashCommand {
  return {
    name: 'init',
    summary: 'Has the agent look around and write AGENTS.md',
    needsRest: true,
    run: async (_words, { send }) => {
      const text = (shown: string): [{ type: 'text'; text: string }] => [{ type: 'text', text: shown }];
      await send({ message: { content: text(INIT_PROMPT), display: text('/init') } });
    },
  };
}

/** Asks something and goes on with this session as its log has it, opened with the answer. */
async function goOnWith(asks: SessionAsk, { keeper }: HostCommandParts, actions: CommandActions): Promise<void> {
  const { last } = keeper;
  const isKept = last?.isWorthKeeping === true && !last.isAttached;
  await actions.go(isKept ? { kind: 'resume', sessionId: last.sessionId, asks } : { kind: 'new', asks });
}

function createTrustCommand(parts: HostCommandParts): SlashCommand {
  return {
    name: 'trust',
    summary: 'Asks whether to trust this folder, and uses its settings, context files and policies from then on',
    needsRest: true,
    run: async (_words, actions) => {
      const { code, text } = await capture(['trust', 'status'], parts, actions.signal);
      if (code === 0) actions.print(toPrinted(text));
      else await goOnWith({ kind: 'trust' }, parts, actions);
    },
  };
}

function createAuthCommand(parts: HostCommandParts): SlashCommand {
  return {
    name: 'auth',
    summary: 'Shows which API key is used for which provider; `/auth set` enters a new one',
    parameters: '[status | set PROVIDER | rm PROVIDER]',
    needsRest: true,
    complete: async (words) => (words.length > 1 ? [] : ['status', 'set', 'rm']),
    run: async (words, actions) => {
      const [verb, provider] = words;
      if (verb === 'set' && provider !== undefined) await goOnWith({ kind: 'key', provider }, parts, actions);
      else await printCommand(['auth', ...(words.length === 0 ? ['status'] : words)], parts, actions);
    },
  };
}
