import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandActions, SessionAsk, SlashCommand } from '@bowline/tui';
import type { CommandEnv, PromptArguments } from '../command.ts';
import { runCli } from '../run-cli.ts';
import { pickerTexts } from '../texts/picker-texts.ts';
import { screenTexts } from '../texts/screen-texts.ts';
import { INIT_PROMPT } from './init-prompt.ts';
import type { SessionKeeper } from './session-keeper.ts';

/** What the commands need. */
export interface HostCommandParts {
  readonly loadCommandEnv: () => Promise<CommandEnv>;
  readonly cwd: string;
  readonly keeper: SessionKeeper;
  /** The mode of the sandbox that the command line asks for. */
  readonly sandbox?: PromptArguments['sandbox'];
}

/** Slash commands of the CLI. Most run `bowline NAME` and print its output. */
export function createHostCommands(parts: HostCommandParts): readonly SlashCommand[] {
  return [
    ...printing.map((command) => toPrinting(command, parts)),
    createModelCommand(parts),
    createContextCommand(parts),
    createSettingsCommand(parts),
    createMemoryCommand(parts),
    createExportCommand(parts),
    createInitCommand(),
    createSandboxCommand(parts),
    createTrustCommand(parts),
    createAuthCommand(parts),
  ];
}

interface Printing {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly parameters?: string;
  /** The command line, without the typed words. */
  readonly argv: readonly string[];
  /** The default words. */
  readonly usual?: readonly string[];
  readonly verbs?: readonly string[];
}

const texts = screenTexts.commands;

const printing: readonly Printing[] = [
  { name: 'models', ...texts.models, argv: ['models'] },
  { name: 'tools', ...texts.tools, argv: ['tools'] },
  {
    name: 'policies',
    aliases: ['policy'],
    ...texts.policies,
    argv: ['policy'],
    usual: ['list'],
    verbs: ['list', 'explain', 'test'],
  },
  { name: 'grants', ...texts.grants, argv: ['policy', 'grants'], verbs: ['remove'] },
  {
    name: 'permissions',
    ...texts.permissions,
    argv: ['trust'],
    usual: ['status'],
    verbs: ['status', 'list', 'add', 'remove'],
  },
  { name: 'doctor', ...texts.doctor, argv: ['doctor'] },
  { name: 'pending', ...texts.pending, argv: ['pending'] },
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
  // `show` prints quoted text, which must not be changed.
  const isQuoted = argv.includes('show');
  const { toScreenWords } = await import('@bowline/tui');
  actions.print(toPrinted(isQuoted ? text : toScreenWords(text)));
}

interface Captured {
  readonly code: number;
  readonly text: string;
}

/** Runs a command line in this process and captures its output. */
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

/** Output without colors is shown as a code block, to keep its columns. */
function toPrinted(text: string): string {
  return text.includes('\u001B') ? text.trimEnd() : `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
}

function createModelCommand(parts: HostCommandParts): SlashCommand {
  return {
    name: 'model',
    ...texts.model,
    complete: async () => (await import('@bowline/models')).knownNames,
    run: async ([name], actions) => {
      const use = async (chosen: string, scope = ''): Promise<void> => {
        await requireProvider(chosen, parts);
        if (scope === pickerTexts.model.picker.scopes[1])
          await printCommand(['settings', 'set', 'model.name', chosen], parts, actions);
        await actions.send({ update: { model: chosen } });
        // Otherwise, a row of the transcript says so.
        if (actions.model() === null) actions.print(screenTexts.switched(chosen));
      };
      if (name !== undefined) {
        await use(name);
        return;
      }
      const { createModelPicker } = await import('./pick-model.ts');
      const wish = { current: actions.model(), choose: use };
      actions.pick(createModelPicker(wish, await parts.loadCommandEnv()));
    },
  };
}

/** Refuses a model of an unknown provider. Only the provider knows its models, so any name of a model is accepted. */
async function requireProvider(model: string, { loadCommandEnv }: HostCommandParts): Promise<void> {
  const [{ providerOf }, { inspect }, { unknownProvider }] = await Promise.all([
    import('@bowline/models'),
    import('../models/inspect.ts'),
    import('../models/unknown-provider.ts'),
  ]);
  const known = Object.keys(inspect(await loadCommandEnv()).providers);
  const provider = providerOf(model);
  if (!known.includes(provider)) throw unknownProvider(provider, known);
}

function createContextCommand(parts: HostCommandParts): SlashCommand {
  return {
    name: 'context',
    ...texts.context,
    complete: async (words) => (words.length > 1 ? [] : ['show']),
    run: async (words, actions) => {
      if (words.length === 0) actions.show('context');
      else await printCommand(['context', ...words], parts, actions);
    },
  };
}

function createSettingsCommand(parts: HostCommandParts): SlashCommand {
  return {
    name: 'settings',
    ...texts.settings,
    complete: async (words) => (words.length > 1 ? [] : ['list', 'get', 'set', 'unset', 'explain', 'ignored']),
    run: async (words, actions) => {
      const run = async (argv: readonly string[]): Promise<void> => {
        await printCommand(argv, parts, actions);
      };
      if (words.length > 0) {
        await run(['settings', ...words]);
        return;
      }
      const { createSettingPicker } = await import('./pick-setting.ts');
      actions.pick(createSettingPicker(actions, { env: await parts.loadCommandEnv(), run }));
    },
  };
}

function createMemoryCommand(parts: HostCommandParts): SlashCommand {
  return {
    name: 'memory',
    ...texts.memory,
    needsRest: true,
    complete: async () => ['list', 'show', 'reload'],
    run: async (words, actions) => {
      const sessionId = actions.sessionId();
      if (words[0] !== 'reload') await printCommand(['memory', ...words], parts, actions);
      else if (sessionId === null) actions.print(screenTexts.nothingToReload);
      else {
        parts.keeper.holdOpen();
        await actions.go({ kind: 'resume', sessionId, notes: [screenTexts.reloaded] });
      }
    },
  };
}

function createExportCommand(parts: HostCommandParts): SlashCommand {
  return {
    name: 'export',
    ...texts.export,
    run: async ([file], actions) => {
      const sessionId = actions.sessionId();
      if (sessionId === null) {
        actions.print(screenTexts.nothingToExport);
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
          actions.print(screenTexts.wrote(name));
        },
        (thrown: unknown) => {
          actions.print(screenTexts.notWritten(name, thrown instanceof Error ? thrown.message : String(thrown)));
        },
      );
    },
  };
}

function createInitCommand(): SlashCommand {
  return {
    name: 'init',
    ...texts.init,
    needsRest: true,
    run: async (_words, { send }) => {
      const text = (shown: string): [{ type: 'text'; text: string }] => [{ type: 'text', text: shown }];
      await send({ message: { content: text(INIT_PROMPT), display: text('/init') } });
    },
  };
}

/** Asks something, then reopens this session with the answer. */
async function goOnWith(asks: SessionAsk, { keeper }: HostCommandParts, actions: CommandActions): Promise<void> {
  const sessionId = keeper.holdOpen();
  await actions.go(sessionId === undefined ? { kind: 'new', asks } : { kind: 'resume', sessionId, asks });
}

async function readSandbox({ loadCommandEnv }: HostCommandParts): Promise<string> {
  const { readSettings } = await import('../session/read-settings.ts');
  return readSettings(await loadCommandEnv()).values['security.sandbox'];
}

/** Saves the choice and reopens the session with it. */
function createSandboxCommand(parts: HostCommandParts): SlashCommand {
  const { picker, modes } = pickerTexts.sandbox;
  return {
    name: 'sandbox',
    ...texts.sandbox,
    needsRest: true,
    complete: async (words) => (words.length > 1 ? [] : modes.map(({ id }) => id)),
    run: async ([mode], actions) => {
      const use = async (chosen: string): Promise<void> => {
        const { code, text } = await capture(['settings', 'set', 'security.sandbox', chosen], parts, actions.signal);
        const isFlagged = parts.sandbox !== undefined && parts.sandbox !== chosen;
        // The administrator's file can override what was saved, which the text says.
        const isInEffect = code === 0 && !isFlagged && (await readSandbox(parts)) === chosen;
        const sessionId = isInEffect ? parts.keeper.holdOpen() : undefined;
        const more = code === 0 && isFlagged ? `${screenTexts.sandboxFlag}\n` : '';
        if (sessionId === undefined) actions.print(toPrinted(text + more));
        else await actions.go({ kind: 'resume', sessionId, notes: [screenTexts.sandbox(chosen)] });
      };
      if (mode !== undefined) await use(mode);
      else actions.pick({ ...picker, rows: modes, choose: use });
    },
  };
}

function createTrustCommand(parts: HostCommandParts): SlashCommand {
  return {
    name: 'trust',
    ...texts.trust,
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
    ...texts.auth,
    needsRest: true,
    complete: async (words) => (words.length > 1 ? [] : ['status', 'set', 'rm']),
    run: async (words, actions) => {
      const [verb, provider] = words;
      if (verb === 'set' && provider !== undefined) {
        // Refused before the session is closed for the question.
        const [{ inspect }, { requireKeyed }] = await Promise.all([
          import('../models/inspect.ts'),
          import('../models/require-keyed.ts'),
        ]);
        requireKeyed(provider, inspect(await parts.loadCommandEnv()));
        await goOnWith({ kind: 'key', provider }, parts, actions);
      } else await printCommand(['auth', ...(words.length === 0 ? ['status'] : words)], parts, actions);
    },
  };
}
