import { resolve } from 'node:path';
import {
  bowlineHomeOf,
  describeSlip,
  expandTyped,
  findSlips,
  openSession,
  setUpModels,
  type FlagValues,
  type MachineModels,
  type OpenedSession,
  type OpenedSettings,
} from '@bowline/assembly';
import { AgentError, createMessage, type AgentSend } from '@bowline/protocol';
import type { CommandEnv, PromptArguments } from '../command.ts';
import { createOutput } from '../headless/create-output.ts';
import { HeadlessRun } from '../headless/headless-run.ts';
import { openDoorInTime } from './open-door-in-time.ts';
import { readSettings } from './read-settings.ts';
import { toPlainPath } from './to-plain-path.ts';

/** Asks once and works until the turn ends. Resolves to the exit code. */
export async function runPrompt(args: PromptArguments, env: CommandEnv): Promise<number> {
  const prompt = await readPrompt(args, env);
  if (prompt.text === '' && args.resume === undefined) {
    throw new AgentError('SEND_INVALID', 'there is no prompt', { hint: "try: bowline -p 'what does this repo do?'" });
  }
  const { recordTo, replayFrom, format, debugFile, onConfirm } = args;
  const { env: variables, home } = env;
  const bowlineHome = bowlineHomeOf(variables);
  const settings = readSettings(env, { isTrusted: args.isTrusted, flags: flagsOf(args) });
  const slips = findSlips(settings).map((slip) => toPlainPath(describeSlip(slip), home));
  if (args.isStrict && slips.length > 0)
    throw new AgentError('SETTINGS_INVALID', slips.join('\n'), {
      hint: 'correct them, or leave out --strict-settings',
    });
  const models = setUpModels({ env: variables, home, bowlineHome, settings, recordTo, replayFrom });
  if (args.resume === undefined || args.model !== undefined) models.requireKey(args.model ?? models.name);
  const opened = await open(args, env, { models, settings });
  for (const slip of slips) env.stderr(`bowline: ${slip}\n`);
  const door = openDoorInTime(opened, env);
  const output = createOutput(format, env, { id: opened.sessionId, model: args.model ?? models.name });
  try {
    const run = new HeadlessRun(opened, env, { output, debugFile, onConfirm });
    const message = prompt.text === '' ? undefined : await toMessage(prompt, args, env);
    return await run.play(sendsFor(opened, { message, compact: args.compact }, env));
  } finally {
    await door.close();
    await opened.close();
  }
}

interface Prompt {
  /** All that is asked: what was piped in, and then what was typed. */
  readonly text: string;
  readonly typed: string;
}

async function readPrompt({ text: typed }: PromptArguments, env: CommandEnv): Promise<Prompt> {
  const piped = env.isStdinTty ? '' : (await env.readStdin()).trim();
  return { text: [piped, typed].filter((part) => part !== '').join('\n\n'), typed };
}

/** What is asked, with the files that it names; shown as it was typed. */
async function toMessage({ text, typed }: Prompt, args: PromptArguments, env: CommandEnv): Promise<AgentSend> {
  const { cwd: workspace, signal, machine } = env;
  const directories = args.directories.map((folder) => resolve(workspace, folder));
  const { content, notes } = await expandTyped(typed, { workspace, directories, signal }, machine);
  for (const note of notes) env.stderr(`bowline: ${note}\n`);
  const [, ...attached] = content;
  if (attached.length === 0) return createMessage(text);
  const shown = { type: 'text' as const, text };
  return { message: { content: [shown, ...attached], display: [shown] } };
}

/** What was left open first, then what is asked. */
function sendsFor(
  { unfinished, sessionId }: OpenedSession,
  { message, compact }: { readonly message: AgentSend | undefined; readonly compact: string | undefined },
  env: CommandEnv,
): readonly AgentSend[] {
  if (unfinished !== null) env.stderr(`bowline: finishing the turn that was left open in session ${sessionId}\n`);
  return [
    ...(unfinished === null ? [] : [{ action: { name: 'resume' } }]),
    ...(compact === undefined ? [] : [toCompaction(compact)]),
    ...(message === undefined ? [] : [message]),
  ];
}

function toCompaction(focus: string): AgentSend {
  return { action: { name: 'compact', data: focus === '' ? {} : { focus } } };
}

/** Flags as the settings that they stand for. */
function flagsOf({ model }: PromptArguments): FlagValues {
  return model === undefined ? {} : { 'model.name': { flag: '-m', value: model } };
}

async function open(
  args: PromptArguments,
  env: CommandEnv,
  { models, settings }: { readonly models: MachineModels; readonly settings: OpenedSettings },
): Promise<OpenedSession> {
  const session = {
    ...(args.sessionId === undefined ? {} : { id: args.sessionId }),
    ...(args.resume === undefined ? {} : { resume: args.resume }),
    takeover: args.isTakeover,
  };
  const { model, mode, maxTurns, maxTokens, maxCost, maxSeconds, looksForLoops, onQuota, isTrusted, policies } = args;
  return await openSession(
    {
      workspace: env.cwd,
      directories: args.directories.map((folder) => resolve(env.cwd, folder)),
      models,
      secrets: models.secrets,
      webSearch: models.webSearch,
      model,
      fallback: args.mayFallBack ? 'switch' : 'never',
      onQuota,
      mode,
      maxTurns,
      maxTokens,
      maxCost,
      maxSeconds,
      looksForLoops,
      isInteractive: false,
      canAsk: args.onConfirm !== 'deny',
      isTrusted,
      // A session that is gone on with from elsewhere has the settings of its own folder.
      settings: (workspace) => (workspace === env.cwd ? settings : readSettings(env, { workspace, isTrusted })),
      policies: policies.map((file) => resolve(env.cwd, file)),
      session,
    },
    env.machine,
  );
}
