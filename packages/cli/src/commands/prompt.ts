import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { bowlineHomeOf, openSession, setUpModels, type ModelSetup, type OpenedSession } from '@bowline/assembly';
import { AgentError, createMessage, type AgentEvent, type AgentSend } from '@bowline/protocol';
import type { CommandEnv, PromptArguments } from '../command.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import { createJsonOutput } from '../headless/json-output.ts';
import type { Output, RunEnd } from '../headless/output.ts';
import { ProgressLine } from '../headless/progress-line.ts';
import { createStreamJsonOutput } from '../headless/stream-json-output.ts';
import { createTextOutput } from '../headless/text-output.ts';
import { describeError } from '../describe-error.ts';
import { describeNews } from '../headless/describe-news.ts';

/** Asks once and works until the turn ends. Resolves to the exit code. */
export async function runPrompt(args: PromptArguments, env: CommandEnv): Promise<number> {
  const text = await promptText(args, env);
  if (text === '' && args.resume === undefined) {
    throw new AgentError('SEND_INVALID', 'there is no prompt', { hint: "try: bowline -p 'what does this repo do?'" });
  }
  const { recordTo, replayFrom } = args;
  const models = setUpModels({
    env: env.env,
    home: env.home,
    bowlineHome: bowlineHomeOf(env.env),
    recordTo,
    replayFrom,
  });
  if (args.resume === undefined || args.model !== undefined) models.requireKey(args.model ?? models.name);
  const opened = await open(args, env, models);
  const output = createOutput(args, env, { id: opened.sessionId, model: args.model ?? models.name });
  try {
    const run = new HeadlessRun(opened, env, { output, debugFile: args.debugFile });
    return await run.play(text);
  } finally {
    await opened.close();
  }
}

async function promptText({ text }: PromptArguments, env: CommandEnv): Promise<string> {
  const piped = env.isStdinTty ? '' : (await env.readStdin()).trim();
  return [piped, text].filter((part) => part !== '').join('\n\n');
}

async function open(args: PromptArguments, env: CommandEnv, models: ModelSetup): Promise<OpenedSession> {
  const session = {
    ...(args.sessionId === undefined ? {} : { id: args.sessionId }),
    ...(args.resume === undefined ? {} : { resume: args.resume }),
    takeover: args.isTakeover,
  };
  const { model, mode, maxTurns, maxTokens, maxCost, onQuota } = args;
  return await openSession(
    {
      workspace: env.cwd,
      directories: args.directories.map((folder) => resolve(env.cwd, folder)),
      models,
      model,
      fallback: args.mayFallBack ? 'switch' : 'never',
      onQuota,
      mode,
      maxTurns,
      maxTokens,
      maxCost,
      isInteractive: false,
      session,
    },
    env.machine,
  );
}

function createOutput(
  { format }: PromptArguments,
  env: CommandEnv,
  session: { readonly id: string; readonly model: string },
): Output {
  switch (format) {
    case 'text':
      return createTextOutput(env.stdout, { isWatched: env.isStdoutTty });
    case 'json':
      return createJsonOutput(env.stdout);
    case 'stream-json':
      return createStreamJsonOutput(env.stdout, session);
    case 'events':
      return {
        event: (event) => {
          env.stdout(`${JSON.stringify(event)}\n`);
        },
        end: () => undefined,
      };
  }
}

/** One run: what was left open first, then what is asked. */
class HeadlessRun {
  readonly #opened: OpenedSession;
  readonly #env: CommandEnv;
  readonly #show: { readonly output: Output; readonly debugFile: string | undefined };
  readonly #progress: ProgressLine | undefined;
  #error: RunEnd['error'];

  constructor(
    opened: OpenedSession,
    env: CommandEnv,
    show: { readonly output: Output; readonly debugFile: string | undefined },
  ) {
    this.#opened = opened;
    this.#env = env;
    this.#show = show;
    this.#progress = env.isStderrTty ? new ProgressLine(env.stderr) : undefined;
  }

  async play(text: string): Promise<number> {
    for (const warning of this.#opened.warnings) this.#env.stderr(`bowline: ${warning}\n`);
    const onAbort = (): void => {
      void this.#opened.session.abort();
    };
    this.#env.signal.addEventListener('abort', onAbort, { once: true });
    try {
      let code: number = EXIT.ok;
      if (this.#opened.unfinished !== null) {
        this.#env.stderr(`bowline: finishing the turn that was left open in session ${this.#opened.sessionId}\n`);
        code = await this.#stream({ action: { name: 'resume' } });
      }
      if (text !== '' && code === EXIT.ok) code = await this.#stream(createMessage(text));
      return code;
    } finally {
      this.#progress?.close();
      this.#show.output.end({ sessionId: this.#opened.sessionId, error: this.#error });
      if (this.#error !== undefined) this.#env.stderr(describeError(this.#error));
    }
  }

  async #stream(send: AgentSend): Promise<number> {
    return await new Promise<number>((resolve, reject) => {
      // A store that fails cannot keep the end of the stream; its error is live only, and it is the last thing heard.
      const unsubscribe = this.#opened.session.subscribe((event) => {
        if (event.type !== 'error' || !event.id.includes('~')) return;
        this.#take(event);
        resolve(EXIT.failed);
      });
      this.#read(send).then(resolve, reject).finally(unsubscribe);
    });
  }

  async #read(send: AgentSend): Promise<number> {
    for await (const event of this.#opened.session.sendStream(send)) {
      this.#take(event);
      if (event.type === 'agent_end') return this.#error?.code === 'MODEL_AUTH' ? EXIT.auth : exitCodeOf(event.reason);
    }
    return EXIT.failed;
  }

  #take(event: AgentEvent): void {
    this.#progress?.hide();
    if (this.#show.debugFile !== undefined) appendFileSync(this.#show.debugFile, `${JSON.stringify(event)}\n`);
    if (event.type === 'error' && event.fatal)
      this.#error = { code: event.code, message: event.message, hint: event.hint };
    this.#show.output.event(event);
    const news = describeNews(event, { isCountedDown: this.#progress !== undefined });
    if (news !== undefined) this.#env.stderr(`bowline: ${news}\n`);
    this.#progress?.take(event);
  }
}
