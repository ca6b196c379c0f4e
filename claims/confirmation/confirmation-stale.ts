import { openStore } from '@bowline/log';
import { AgentError, createMessage, type AgentEvent, type AgentSend, type InputAnswer } from '@bowline/protocol';
import type { Decide } from '@bowline/runtime';
import { defineTool, succeed, type Tool } from '@bowline/tools';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { openConfirmation, type ConfirmationAgent, type ConfirmationOpening } from './confirmation-agent.ts';
import {
  confirmationPlaces,
  FORBIDDEN,
  messageOf,
  readLines,
  RULE,
  SESSION,
  type ConfirmationPlaces,
  type Question,
  type Scenario,
} from './confirmation-script.ts';
import { readLog } from '../kills/read-log.ts';

/** The result of answers that must not count. */
export interface StaleAnswers {
  tried: number;
  refused: number;
  /** Answers that were accepted or had an effect although they were for something else. */
  readonly taken: string[];
  /** Rejected "always" answers whose rule was stored anyway. */
  rulesOfRefused: number;
}

/** A question's timer does not keep the process alive, so this one does, up to this limit for each case. */
const PATIENCE_MS = 10_000;

type Case = (place: Place) => Promise<void>;

/** Every known way to answer a question that was not asked, is no longer open, or was asked differently. */
export async function answerStale(folder: string): Promise<StaleAnswers> {
  const found: StaleAnswers = { tried: 0, refused: 0, taken: [], rulesOfRefused: 0 };
  const cases: readonly Case[] = [
    forged,
    ofEarlierCall,
    rewound,
    forked,
    alteredForHost,
    keptTooLong,
    aborted,
    fenced,
    unaware,
  ];
  for (const each of cases) {
    const path = join(folder, `stale-${each.name}`);
    mkdirSync(path);
    const place = new Place(confirmationPlaces(path), found, each.name);
    const patience = new AbortController();
    const play = each(place).finally(() => place.close());
    const hung = delay(PATIENCE_MS, 'hung', { signal: patience.signal }).catch(() => 'stopped');
    if ((await Promise.race([play, hung])) === 'hung') found.taken.push(`${each.name}: does not end`);
    patience.abort();
  }
  return found;
}

/** The digest belongs to another call. */
async function forged(place: Place): Promise<void> {
  const play = await place.open();
  const question = await play.ask('once');
  await place.refuses(play, { ...question, digest: 'of something else' });
  await place.refuses(play, { ...question, inputId: 'something else' });
  await place.takes(play, question);
}

/** An earlier call had the same name and arguments. */
async function ofEarlierCall(place: Place): Promise<void> {
  const play = await place.open();
  const earlier = await play.ask('denied');
  await play.answer(earlier, { outcome: 'denied' });
  await play.until('agent_end');
  const later = await play.ask('once');
  for (const stale of crossed(earlier, later)) await place.refuses(play, stale);
  await place.takes(play, later);
}

/**
 * The session is rewound to before the question and asks again; then to just after it, where the question is not open
 * either.
 */
async function rewound(place: Place): Promise<void> {
  const before = await place.open();
  const earlier = await before.ask('once');
  const asked = before.opened.log.head.seq;
  await place.close();
  await place.rewindTo(1);
  const play = await place.open();
  await place.refuses(play, earlier);
  const later = await play.ask('once');
  for (const stale of crossed(earlier, later)) await place.refuses(play, stale);
  await place.close();
  await place.rewindTo(asked);
  const back = await place.open();
  for (const stale of [earlier, later]) await place.refuses(back, stale);
  await place.takes(back, await back.ask('once'));
}

/** In a fork the question is not open; in the original session it still is. */
async function forked(place: Place): Promise<void> {
  const before = await place.open();
  const question = await before.ask('once');
  const at = before.opened.log.head.seq;
  await place.close();
  await place.fork(at, 'fork');
  const fork = await place.open({ sessionId: 'fork' });
  await place.refuses(fork, question);
  const later = await fork.ask('once');
  for (const stale of crossed(question, later)) await place.refuses(fork, stale);
  await place.close();
  const play = await place.open();
  await place.refuses(play, later);
  await place.takes(play, question);
}

/** A host call is edited into a forbidden one: the host may not run it, and the model is told. */
async function alteredForHost(place: Place): Promise<void> {
  const decide: Decide = async ({ name, args }) => {
    if (name !== 'hosted') return { verdict: 'deny' };
    return args['text'] === FORBIDDEN ? { verdict: 'deny', reason: 'never that' } : { verdict: 'ask' };
  };
  const play = await place.open({ parts: { decide } });
  const question = await play.ask('mixed');
  await play.answer(question, { outcome: 'edited', args: { text: FORBIDDEN } });
  await Promise.race([play.until('agent_end'), delay(300)]);
  const content = [{ type: 'text' as const, text: 'the host has done it' }];
  place.tried(await play.send(question.callId, { kind: 'tool_result', content, isError: false }));
  await play.until('agent_end');
}

/**
 * While an "always" rule is stored, the question expires and another call ends: the question is resolved in exactly one
 * way.
 */
async function keptTooLong(place: Place): Promise<void> {
  const gate = Promise.withResolvers<undefined>();
  const keepRule = async (): Promise<void> => {
    while (Date.now() <= Date.parse(question.expiresAt ?? '')) await delay(5);
    gate.resolve(undefined);
    await Promise.race([play.until('input_response'), delay(300)]);
  };
  const tools = [slowTool('free', gate.promise), slowTool('write', Promise.resolve())];
  const play: Playing = await place.open({ parts: { keepRule, tools, approval: { expireMs: 500 } } });
  const question: Question = await play.ask('mixed');
  const word = await play.answer(question, { outcome: 'always' });
  for (const { callId } of play.hostCalls)
    await play.send(callId, { kind: 'tool_result', content: [], isError: false });
  await play.until('agent_end');
  await place.resolvedBy(word === 'OK' ? 'input_resolved' : 'input_expired');
}

/** While an "always" rule is stored, the turn is aborted: nothing is resolved after its end. */
async function aborted(place: Place): Promise<void> {
  const keepRule = async (): Promise<void> => {
    await play.opened.agent.abort();
    await Promise.race([play.until('agent_end'), delay(300)]);
  };
  const play: Playing = await place.open({ parts: { keepRule } });
  const word = await play.answer(await play.ask('once'), { outcome: 'always' });
  await play.until('agent_end');
  await place.resolvedBy(word === 'OK' ? 'input_resolved' : undefined);
}

/** One process takes over and denies; the previous owner then answers "always". */
async function fenced(place: Place): Promise<void> {
  const before = await place.open();
  const question = await before.ask('once');
  const after = await place.open({ takeover: 'always' });
  await after.answer(question, { outcome: 'denied' });
  await after.until('agent_end');
  await place.refuses(before, question, 'always');
  if (readLines(place.places.rules).includes(RULE)) place.found.rulesOfRefused += 1;
}

/** One process takes over, answers and closes; the previous owner never learns of it, and closes too. */
async function unaware(place: Place): Promise<void> {
  const before = await place.open();
  const question = await before.ask('once');
  const after = await place.open({ takeover: 'always' });
  await place.takes(after, question);
  await after.opened.close();
  await before.opened.close();
  const { fault } = await readLog(place.places.sessions, SESSION);
  place.tried(fault === '' ? 'SESSION_FENCED' : `leaves its traces: ${fault}`);
}

/** Answers that mix up two questions, and the unchanged old one. */
function crossed(earlier: Question, later: Question): Question[] {
  return [earlier, { ...earlier, digest: later.digest }, { ...later, digest: earlier.digest }];
}

function slowTool(name: string, gate: Promise<unknown>): Tool {
  const input = z.object({ text: z.string() });
  const run = async (): Promise<ReturnType<typeof succeed>> => {
    await gate;
    return succeed('done');
  };
  return defineTool({ name, description: 'Waits to be told.', effect: 'read', input, run });
}

/** The place of a case, and its findings. */
class Place {
  readonly places: ConfirmationPlaces;
  readonly found: StaleAnswers;
  readonly #name: string;
  #open: ConfirmationAgent[] = [];

  constructor(places: ConfirmationPlaces, found: StaleAnswers, name: string) {
    this.places = places;
    this.found = found;
    this.#name = name;
  }

  async open(opening: Partial<ConfirmationOpening> = {}): Promise<Playing> {
    const opened = await openConfirmation({ places: this.places, name: this.#name, takeover: 'never', ...opening });
    this.#open.push(opened);
    return new Playing(opened);
  }

  async close(): Promise<void> {
    for (const opened of this.#open) await opened.close();
    this.#open = [];
  }

  /** The answer must be rejected, leave the pending questions unchanged, and have no effect. */
  async refuses(play: Playing, stale: Question, outcome: 'once' | 'always' = 'once'): Promise<void> {
    const { pendingInputs } = await play.opened.agent.status();
    const word = await play.answer(stale, { outcome });
    const { pendingInputs: after } = await play.opened.agent.status();
    const isAsItWas = JSON.stringify(pendingInputs) === JSON.stringify(after);
    this.tried(isAsItWas && readLines(this.places.effects).length === 0 ? word : 'OK');
  }

  /** The right answer must still count afterwards, and its effect must happen once. */
  async takes(play: Playing, question: Question): Promise<void> {
    const word = await play.answer(question, { outcome: 'once' });
    await play.until('agent_end');
    const effects = readLines(this.places.effects);
    if (word !== 'OK' || effects.length !== 1)
      this.found.taken.push(`${this.#name}: the right answer: ${word}, ${effects.length} effects`);
  }

  tried(word: string): void {
    this.found.tried += 1;
    if (word === 'UNKNOWN_INPUT' || word === 'SESSION_FENCED') this.found.refused += 1;
    else this.found.taken.push(`${this.#name}: ${word}`);
  }

  /** The question was resolved at most once, as reported to the user, and before the end of the turn. */
  async resolvedBy(type: 'input_resolved' | 'input_expired' | undefined): Promise<void> {
    const { records } = await readLog(this.places.sessions, SESSION);
    const end = records.findIndex((record) => record.type === 'stream_ended');
    const all = records.filter((each) => each.type === 'input_resolved' || each.type === 'input_expired');
    const isRight = all.length <= 1 && all[0]?.type === type && (all[0]?.seq ?? 0) <= end;
    const told = records.slice(-6).map((record) => record.type);
    this.found.tried += 1;
    if (isRight) this.found.refused += 1;
    else
      this.found.taken.push(
        `${this.#name}: told ${type ?? 'that it does not count'}, and the log ends ${told.join(' ')}`,
      );
  }

  async rewindTo(to: number): Promise<void> {
    await this.#withStore(async (store) => {
      const log = await store.open(SESSION, { owner: { pid: process.pid, host: 'here', name: 'rewinds' } });
      await log.append([{ type: 'rewound', body: { to } }]);
      await log.close();
    });
  }

  async fork(at: number, as: string): Promise<void> {
    const owner = { pid: process.pid, host: 'here', name: 'forks' };
    await this.#withStore((store) => store.fork(SESSION, { at, as, owner }));
  }

  async #withStore(work: (store: ReturnType<typeof openStore>) => Promise<void>): Promise<void> {
    const store = openStore({ root: this.places.sessions });
    await work(store).finally(() => store.close());
  }
}

/** An open session and the events it sent. */
class Playing {
  readonly opened: ConfirmationAgent;
  #heard: AgentEvent[] = [];

  constructor(opened: ConfirmationAgent) {
    this.opened = opened;
    opened.agent.subscribe((event) => this.#heard.push(event));
  }

  get hostCalls(): readonly { readonly callId: string }[] {
    return this.#heard.filter((event) => event.type === 'tool_request' && event.executor === 'host') as Extract<
      AgentEvent,
      { type: 'tool_request' }
    >[];
  }

  /** Sends a message and waits for the question. */
  async ask(scenario: Scenario): Promise<Question> {
    this.#heard = [];
    await this.opened.agent.send(createMessage(messageOf(scenario)));
    const { request } = await this.until('input_request');
    if (request.kind !== 'confirmation') throw new TypeError('not a confirmation');
    return request;
  }

  async answer(
    { inputId, digest }: Question,
    answer: Omit<Extract<InputAnswer, { kind: 'confirmation' }>, 'kind' | 'digest'>,
  ): Promise<string> {
    return await this.send(inputId, { kind: 'confirmation', digest, ...answer });
  }

  /** Returns `OK` or an error code. */
  async send(inputId: string, answer: InputAnswer): Promise<string> {
    const send: AgentSend = { input: { inputId, answer } };
    return await this.opened.agent.send(send).then(
      () => 'OK',
      (thrown: unknown) => AgentError.from(thrown).code,
    );
  }

  /** Waits for such an event, including events since the last `ask`. */
  async until<Type extends AgentEvent['type']>(type: Type): Promise<Extract<AgentEvent, { type: Type }>> {
    const is = (event: AgentEvent): event is Extract<AgentEvent, { type: Type }> => event.type === type;
    const { promise, resolve } = Promise.withResolvers<Extract<AgentEvent, { type: Type }>>();
    const unsubscribe = this.opened.agent.subscribe((event) => {
      if (is(event)) resolve(event);
    });
    const before = this.#heard.find(is);
    if (before !== undefined) resolve(before);
    return await promise.finally(unsubscribe);
  }
}
