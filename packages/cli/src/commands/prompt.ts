import { resolve } from 'node:path';
import { bowlineHomeOf } from '@bowline/settings';
import { expandTyped, openSession, type OpenedSession } from '@bowline/assembly';
import { setUpModels, type HostModels } from '@bowline/providers';
import { type StructuredOutput } from '@bowline/protocol';
import { createMessage, type AgentSend } from '@bowline/protocol';
import type { CommandEnv, PromptArguments } from '../command.ts';
import { createOutput } from '../headless/create-output.ts';
import { HeadlessRun } from '../headless/headless-run.ts';
import { readJsonSchema } from '../headless/read-json-schema.ts';
import { usageError } from '../texts/error-text.ts';
import { headlessTexts } from '../texts/headless-texts.ts';
import { openSocketInTime } from '../session/open-socket-in-time.ts';
import { openSessionSettings, type SessionSettings } from '../session/open-session-settings.ts';

/** Runs one prompt until its turn ends. Resolves to the exit code. */
export async function runPrompt(args: PromptArguments, env: CommandEnv): Promise<number> {
  const prompt = await readPrompt(args, env);
  const { structured } = prompt;
  const { recordTo, replayFrom, format, debugFile, onConfirm } = args;
  const { env: variables, home } = env;
  const bowlineHome = bowlineHomeOf(variables);
  const settings = openSessionSettings(args, env);
  const models = setUpModels({ env: variables, home, bowlineHome, settings: settings.here, recordTo, replayFrom });
  if (args.resume === undefined || args.model !== undefined) models.requireKey(args.model ?? models.name);
  const opened = await open(args, env, { models, settings });
  for (const warning of [...settings.warnings(), ...models.warnings]) env.stderr(`bowline: ${warning}\n`);
  const socket = openSocketInTime(opened, env);
  const hasSchema = structured !== undefined;
  const output = createOutput(format, env, { id: opened.sessionId, model: args.model ?? models.name, hasSchema });
  try {
    const run = new HeadlessRun(opened, env, { output, debugFile, onConfirm, structured });
    const message = prompt.text === '' ? undefined : await toMessage(prompt, args, { env, run });
    return await run.play(sendsFor(opened, { message, compact: args.compact }, env));
  } finally {
    await socket.close();
    await opened.close();
  }
}

interface Prompt {
  /** The piped text, followed by the typed text. */
  readonly text: string;
  readonly typed: string;
  /** The schema of the answer. */
  readonly structured: StructuredOutput | undefined;
}

async function readPrompt(args: PromptArguments, env: CommandEnv): Promise<Prompt> {
  const { text: typed, jsonSchema, resume } = args;
  const piped = env.isStdinTty ? '' : (await env.readStdin()).trim();
  const text = [piped, typed].filter((part) => part.trim() !== '').join('\n\n');
  if (text === '' && resume === undefined) throw usageError(headlessTexts.noPrompt);
  if (text === '' && jsonSchema !== undefined) throw usageError(headlessTexts.schemaNeedsPrompt);
  return { text, typed, structured: jsonSchema === undefined ? undefined : readJsonSchema(jsonSchema, env.cwd) };
}

/** The message with the files that it names. */
async function toMessage(
  prompt: Prompt,
  args: PromptArguments,
  { env, run }: { readonly env: CommandEnv; readonly run: HeadlessRun },
): Promise<AgentSend> {
  const { text, typed, structured } = prompt;
  const { cwd, signal, machine } = env;
  const workspace = args.workspace ?? cwd;
  const directories = args.directories.map((folder) => resolve(cwd, folder));
  const { content, notes } = await expandTyped(typed, { workspace, directories, signal }, machine);
  for (const note of notes) run.warn(note);
  const [, ...attached] = content;
  const shown = { type: 'text' as const, text };
  const message =
    attached.length === 0 ? createMessage(text) : { message: { content: [shown, ...attached], display: [shown] } };
  return structured?.toSend(message) ?? message;
}

/** Finishes an interrupted turn first, then sends the message. */
function sendsFor(
  { unfinished, sessionId }: OpenedSession,
  { message, compact }: { readonly message: AgentSend | undefined; readonly compact: string | undefined },
  env: CommandEnv,
): readonly AgentSend[] {
  if (unfinished !== null) env.stderr(`bowline: ${headlessTexts.finishing(sessionId)}\n`);
  return [
    ...(unfinished === null ? [] : [{ action: { name: 'resume' } }]),
    ...(compact === undefined ? [] : [toCompaction(compact)]),
    ...(message === undefined ? [] : [message]),
  ];
}

function toCompaction(focus: string): AgentSend {
  return { action: { name: 'compact', data: focus === '' ? {} : { focus } } };
}

async function open(
  args: PromptArguments,
  env: CommandEnv,
  { models, settings }: { readonly models: HostModels; readonly settings: SessionSettings },
): Promise<OpenedSession> {
  const session = {
    ...(args.sessionId === undefined ? {} : { id: args.sessionId }),
    ...(args.resume === undefined ? {} : { resume: args.resume }),
    takeover: args.isTakeover,
    ignoresOldCommands: args.ignoresOldCommands,
  };
  const { model: name, mode, limits, loopDetection, onQuota, isTrusted, policies, sandbox } = args;
  return await openSession(
    {
      workspace: args.workspace ?? env.cwd,
      onWorkspaceTrouble: (text) => {
        env.stderr(`bowline: ${text}\n`);
      },
      directories: args.directories.map((folder) => resolve(env.cwd, folder)),
      session,
      isInteractive: false,
      models,
      model: { name, fallback: args.mayFallBack ? 'switch' : 'never', onQuota },
      approval: {
        mode,
        canAsk: args.onConfirm !== 'deny',
        policies: policies.map((file) => resolve(env.cwd, file)),
      },
      trust: { isTrusted },
      sandbox: { mode: sandbox },
      limits,
      context: { loopDetection },
      settings: settings.of,
    },
    env.machine,
  );
}
