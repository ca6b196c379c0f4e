import { estimateContent } from '@bowline/context';
import type { Content, FunctionResponse } from '@google/genai';
import type { LogRecord } from '@bowline/log';
import type { ModelChunk } from '@bowline/models';
import { AgentSession, createMessage, type AgentSend } from '@bowline/protocol';
import { all, outline, owner } from '@bowline/testkit';
import { defineTool, fail, succeed, type Tool } from '@bowline/tools';
import * as z from 'zod';
import { openAgain } from '../../tests/turns/open-again.ts';
import { testAgent } from '../../tests/turns/test-agent.ts';
import { roleModel, say, type Roles } from '../../tests/turns/view-model.ts';

/** How a session is played. */
export interface PlayOptions {
  readonly contents: readonly Content[];
  readonly aside: Roles['aside'];
  /** The user requests each summary. Otherwise the window is so small that the session fills it repeatedly. */
  readonly isAsked: boolean;
}

/** What one request showed to the model. */
export interface View {
  readonly contents: readonly Content[];
  /** How much of the session had been played by then. */
  readonly told: number;
}

/** The result of a session that was played through the runtime. */
export interface PlayedSession {
  /** The first view after each summary. */
  readonly views: readonly View[];
  readonly compactions: readonly Extract<LogRecord, { type: 'context_compacted' }>['body'][];
  readonly rejections: number;
  /** After reopening the session, the model was shown exactly the same. */
  readonly isSameAgain: boolean;
}

const NAMES = ['read_file', 'grep_search', 'run_shell_command', 'list_directory', 'write_file', 'write_todos'];
/** The size of the window and the interval of requested summaries, as shares of the session. */
const SHARES = { window: 0.4, asked: 1 / 4 } as const;
const LEAST_WINDOW = 8000;
const HUGE_WINDOW = 10_000_000;
const SUMMARY = '# Summary of the earlier part of this session\n';

/**
 * Plays a session through the real runtime on a real store: user messages are sent, model and tools follow the script.
 */
export async function playSession({ contents, aside, isAsked }: PlayOptions): Promise<PlayedSession> {
  const script = new Script(contents);
  const model = roleModel({ agent: () => script.next(), aside });
  const tools = script.tools;
  const windows = { scripted: isAsked ? HUGE_WINDOW : windowFor(contents) };
  const options = { tools, context: { loopDetection: false }, limits: { maxSteps: 1000 } };
  const subject = await testAgent({ ...options, model, context: { windows } });
  try {
    const session = new AgentSession(subject.agent);
    const every = contents.length * SHARES.asked;
    for (let asked = 1; !script.isOver;) {
      await send(session, createMessage(script.person()));
      const isDue = isAsked && (script.told >= asked * every || script.isOver);
      if (!isDue) continue;
      asked += 1;
      await send(session, { action: { name: 'compact' } });
    }
    await send(session, createMessage('Where do we stand?'));
    const last = model.requests.at(-1)?.contents ?? [];
    await subject.agent.close();

    const again = roleModel({ agent: () => [say('Here.')], aside });
    const log = await subject.store.open('s1', { owner });
    const records = await all(log.read());
    const agent = await openAgain(log, again, { ...options, context: { windows: { scripted: HUGE_WINDOW } } });
    await send(new AgentSession(agent), createMessage('And now?'));
    await agent.close();
    const shown = again.requests[0]?.contents.slice(0, last.length);
    return {
      views: toViews(model.requests, script.tellings),
      compactions: records.flatMap((record) => (record.type === 'context_compacted' ? [record.body] : [])),
      rejections: records.filter(({ type }) => type === 'compaction_rejected').length,
      isSameAgain: JSON.stringify(shown) === JSON.stringify(last),
    };
  } finally {
    await subject.close();
  }
}

/** A window that less than half of the session fits into. */
function windowFor(contents: readonly Content[]): number {
  const tokens = contents.reduce((sum, content) => sum + estimateContent(content, 'other'), 0);
  return Math.max(LEAST_WINDOW, Math.round(tokens * SHARES.window));
}

async function send(session: AgentSession, what: AgentSend): Promise<void> {
  const lines = outline(await all(session.sendStream(what)));
  if (lines.at(-1) !== 'agent_end completed')
    throw new TypeError(`a turn did not complete: ${lines.slice(-3).join(', ')}`);
}

/** The requests that begin with a summary and are shorter than the request before. */
function toViews(requests: readonly { readonly contents: readonly Content[] }[], tellings: readonly number[]): View[] {
  return requests.flatMap(({ contents }, n) => {
    const isShorter = contents.length < (requests[n - 1]?.contents.length ?? 0);
    const isSummary = contents[0]?.parts?.[0]?.text?.startsWith(SUMMARY) === true;
    return isShorter && isSummary ? [{ contents, told: tellings[n] ?? 0 }] : [];
  });
}

/** A session as a script: the user's messages, the model's answers and the tools' results, in order. */
class Script {
  /** How much of the session had been played at each request. */
  readonly tellings: number[] = [];
  readonly tools: readonly Tool[];
  readonly #contents: readonly Content[];
  #at = 0;
  #due: FunctionResponse | undefined;

  constructor(contents: readonly Content[]) {
    this.#contents = contents;
    this.tools = NAMES.map((name) =>
      defineTool({
        name,
        description: `The tool ${name}`,
        effect: 'read',
        input: z.looseObject({}),
        run: async () => this.#give(),
      }),
    );
  }

  get told(): number {
    return this.#at;
  }

  get isOver(): boolean {
    return this.#at >= this.#contents.length;
  }

  /** The user's next message. */
  person(): string {
    const text = this.#contents[this.#at]?.parts?.[0]?.text;
    if (text === undefined) throw new TypeError(`it is not the person's turn at ${this.#at}`);
    this.#at += 1;
    return text;
  }

  /** The model's next answer. Calls have no ids, because two consecutive sessions would have the same ones. */
  next(): ModelChunk[] {
    this.tellings.push(this.#at);
    if (this.isOver) return [say('That is all.')];
    const parts = this.#contents[this.#at]?.parts ?? [];
    const isCall = parts.some((part) => part.functionCall !== undefined);
    this.#due = isCall ? this.#contents[this.#at + 1]?.parts?.[0]?.functionResponse : undefined;
    this.#at += isCall ? 2 : 1;
    const said = parts.map(({ functionCall, ...part }) =>
      functionCall === undefined
        ? part
        : { functionCall: { name: functionCall.name ?? '', args: functionCall.args ?? {} } },
    );
    return [{ content: { role: 'model', parts: said }, finishReason: 'STOP' }];
  }

  #give(): ReturnType<typeof succeed> {
    const { output, error } = this.#due?.response ?? {};
    return typeof error === 'string' ? fail('NOT_FOUND', error) : succeed(String(output));
  }
}
