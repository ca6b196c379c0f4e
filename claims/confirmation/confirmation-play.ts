import {
  AgentError,
  createMessage,
  stepBoard,
  type AgentEvent,
  type AgentSend,
  type BoardCall,
  type CallBoard,
  type InputAnswer,
} from '@bowline/protocol';
import { readFileSync, writeFileSync } from 'node:fs';
import { openConfirmation, type ConfirmationAgent, type Wrong } from './confirmation-agent.ts';
import {
  addNote,
  readNotes,
  seenQuestions,
  type AnswerKind,
  type ConfirmationNote,
  type SeenQuestion,
} from './confirmation-notes.ts';
import {
  answerTo,
  confirmationPlaces,
  messageOf,
  type ConfirmationPlaces,
  type Question,
  type Scenario,
} from './confirmation-script.ts';
import { killSelf, type SelfKill } from './confirmation-self-kill.ts';

/** A part of a round. */
export interface PlayOrders {
  readonly folder: string;
  readonly scenario: Scenario;
  readonly run: number;
  /**
   * `plays` answers and continues to the end; the others stop at the question and then are killed, close, or stay open.
   */
  readonly part: 'plays' | 'dies' | 'leaves' | 'holds';
  /** How long the question stays open. */
  readonly expireMs?: number | undefined;
  readonly kill?: SelfKill | undefined;
  readonly wrong?: Wrong | undefined;
}

/** Longer than any part takes on a busy machine. */
const PATIENCE_MS = 40_000;

/** Plays one part of a turn with a question, on the real runtime, and records what it sees. */
export async function playPart(orders: PlayOrders, hold?: Hold): Promise<void> {
  const { folder, run, part, kill } = orders;
  const places = confirmationPlaces(folder);
  const opened = await openConfirmation({
    places,
    name: `run${run}`,
    acks: places.acks(run),
    takeover: 'busy',
    wrong: orders.wrong,
    onEffect: () => {
      if (kill?.unit === 'effect') killSelf();
    },
    parts: { approval: { expireMs: orders.expireMs } },
  });
  const play = new Play(orders, opened);
  // The timer of a question does not keep the process alive, so this one does.
  const patience = setTimeout(() => {
    play.giveUp(new Error('the turn does not go on'));
  }, PATIENCE_MS);
  try {
    await play.begin();
    if (part === 'plays') await play.toEnd();
    else await stay(play, part, hold);
  } finally {
    clearTimeout(patience);
    await opened.close();
  }
}

/** Waits for the question, and then stays as long as needed. */
async function stay(play: Play, part: PlayOrders['part'], hold: Hold | undefined): Promise<void> {
  const question = await play.toQuestion();
  if (part === 'dies') killSelf();
  if (part !== 'holds') return;
  hold?.onHeld();
  await hold?.goOn;
  await play.answer(question, 'late');
}

/** How a process that holds a session is told to continue. */
export interface Hold {
  readonly onHeld: () => void;
  readonly goOn: Promise<void>;
}

/** The turn as this process sees it. */
class Play {
  readonly #orders: PlayOrders;
  readonly #places: ConfirmationPlaces;
  readonly #opened: ConfirmationAgent;
  readonly #ended = Promise.withResolvers<undefined>();
  readonly #asked = Promise.withResolvers<Question>();
  readonly #work: Promise<void>[] = [];
  #board: CallBoard = new Map();

  constructor(orders: PlayOrders, opened: ConfirmationAgent) {
    this.#orders = orders;
    this.#places = confirmationPlaces(orders.folder);
    this.#opened = opened;
    for (const { promise } of [this.#ended, this.#asked]) promise.catch(() => {}); // one of the two is never awaited
    opened.agent.subscribe((event) => {
      this.#hear(event);
    });
  }

  /** Continues from the current state of the session. */
  async begin(): Promise<void> {
    const { agent, log } = this.#opened;
    const { pendingInputs, activeStreamId } = await agent.status();
    const pending = pendingInputs.filter((request) => request.kind === 'confirmation');
    this.#note({ kind: 'opened', head: log.head.seq, pending: pending.map(toSeen) });
    let isPlayed = false;
    for await (const event of agent.events()) {
      this.#board = stepBoard(this.#board, event);
      isPlayed ||= event.type === 'agent_end';
    }
    if (this.#isPlaying) await this.#answerAgain(new Set(pending.map(({ inputId }) => inputId)));
    for (const { callId } of this.#hosted) this.#host(callId);
    for (const question of pending) this.#meet(question);
    if (isPlayed) this.#ended.resolve(undefined);
    else if (activeStreamId === null) await agent.send(createMessage(messageOf(this.#orders.scenario)));
    else await agent.send({ action: { name: 'resume' } });
  }

  async toQuestion(): Promise<Question> {
    return await this.#asked.promise;
  }

  /** Waits for the end; then every answer is sent once more. */
  async toEnd(): Promise<void> {
    await this.#ended.promise;
    await Promise.all(this.#work);
    await this.#answerAgain(new Set());
  }

  giveUp(why: Error): void {
    this.#ended.reject(why);
    this.#asked.reject(why);
  }

  async answer({ inputId, digest }: SeenQuestion, is: AnswerKind): Promise<void> {
    await this.#send(inputId, answerTo(this.#orders.scenario, digest), is);
  }

  #hear(event: AgentEvent): void {
    const before = this.#hosted.length;
    this.#board = stepBoard(this.#board, event);
    if (event.type === 'input_request' && event.request.kind === 'confirmation') {
      this.#note({ kind: 'asked', ...toSeen(event.request) });
      this.#meet(event.request);
    }
    const hosted = this.#hosted.at(-1);
    if (hosted !== undefined && before === 0) this.#host(hosted.callId);
    if (event.type === 'agent_end') this.#ended.resolve(undefined);
    if (event.type === 'error' && event.fatal) this.giveUp(new Error(`${event.code}: ${event.message}`));
  }

  /** Host calls that may run and have no answer yet. */
  get #hosted(): BoardCall[] {
    return [...this.#board.values()].filter(({ name, status }) => name === 'hosted' && status === 'running');
  }

  /** Answers a question twice at the same time. A question that must expire is only answered when it is too late. */
  #meet(question: Question): void {
    this.#asked.resolve(question);
    const isTooEarly = this.#orders.scenario === 'expired' && Date.parse(question.expiresAt ?? '') > Date.now();
    if (!this.#isPlaying || isTooEarly) return;
    this.#work.push(this.answer(question, 'first'), this.answer(question, 'second'));
  }

  /** The host does its work once per call, whichever process asks, and reports it twice. */
  #host(callId: string): void {
    if (!this.#isPlaying) return;
    const file = this.#places.hosted(callId);
    writeFileSync(file, 'done by the host');
    const content = [{ type: 'text' as const, text: readFileSync(file, 'utf8') }];
    const result: InputAnswer = { kind: 'tool_result', content, isError: false };
    this.#work.push(this.#send(callId, result, 'first'), this.#send(callId, result, 'second'));
  }

  /** Repeats the answers of all processes so far. */
  async #answerAgain(except: ReadonlySet<string>): Promise<void> {
    for (const question of seenQuestions(readNotes(this.#places.notes)))
      if (!except.has(question.inputId)) await this.answer(question, 'again');
  }

  async #send(inputId: string, answer: InputAnswer, is: AnswerKind): Promise<void> {
    const send: AgentSend = { input: { inputId, answer } };
    const word = await this.#opened.agent.send(send).then(
      () => 'OK',
      (thrown: unknown) => AgentError.from(thrown).code,
    );
    if (this.#orders.kill?.unit === 'answered' && word === 'OK') killSelf();
    this.#note({ kind: 'answered', inputId, word, is });
  }

  get #isPlaying(): boolean {
    return this.#orders.part === 'plays';
  }

  #note(note: Unsigned<ConfirmationNote>): void {
    addNote(this.#places.notes, { ...note, run: this.#orders.run });
  }
}

type Unsigned<Note> = Note extends unknown ? Omit<Note, 'run'> : never;

function toSeen({ inputId, digest }: Question): SeenQuestion {
  return { inputId, digest };
}
