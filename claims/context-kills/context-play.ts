import type { ModelClient } from '@bowline/models';
import type { AgentEvent } from '@bowline/protocol';
import { openContext, type ContextAgent, type WrongReader } from './context-agent.ts';
import { answerOf, countTokens, kindOf, offeredIn, stepOf } from './context-model.ts';
import { Moments, type MomentKill } from './context-moments.ts';
import { addContextNote, type ContextNote } from './context-notes.ts';
import { Person } from './context-person.ts';
import { contextPlaces, phases, type Act, type ContextPlaces, type Cue } from './context-script.ts';

/** The orders for one process of a round. */
export interface PlayOrders {
  readonly folder: string;
  readonly run: number;
  readonly kill?: MomentKill | undefined;
  readonly wrong?: WrongReader | undefined;
}

/** Longer than a session takes on a busy machine. */
const PATIENCE_MS = 60_000;

/** Continues the session from its current state to its end; returns the moments. */
export async function playContext(orders: PlayOrders): Promise<readonly string[]> {
  const play = new Play(orders);
  const patience = setTimeout(() => {
    play.giveUp(new Error('the session does not go on'));
  }, PATIENCE_MS);
  try {
    while (await play.nextPhase());
    return play.moments.names;
  } finally {
    clearTimeout(patience);
  }
}

/** A session as one process plays it, stream by stream; it is closed and reopened before each. */
class Play {
  readonly moments: Moments;
  readonly #orders: PlayOrders;
  readonly #places: ContextPlaces;
  readonly #gaveUp = Promise.withResolvers<never>();
  #person: Person | undefined;

  constructor(orders: PlayOrders) {
    this.#orders = orders;
    this.#places = contextPlaces(orders.folder);
    this.#gaveUp.promise.catch(() => {});
    this.moments = new Moments(orders.kill, (at) => {
      this.#note({ kind: 'killed', at });
    });
  }

  giveUp(why: Error): void {
    this.#gaveUp.reject(why);
  }

  /** Plays the open stream, or the next one, to its end; returns false if there is none left. */
  async nextPhase(): Promise<boolean> {
    const opened = await openContext({
      places: this.#places,
      name: `r${this.#orders.run}`,
      moments: this.moments,
      client: this.#client(() => opened.log.head.seq),
      onTool: async (step) => this.#person?.at('tool', step),
      wrong: this.#orders.wrong,
    });
    this.#note({ kind: 'opened', head: opened.log.head.seq });
    const { isLast } = await this.#play(opened);
    if (isLast) this.#note({ kind: 'ended', mode: (await opened.agent.status()).mode });
    await opened.close();
    return !isLast;
  }

  async #play(opened: ContextAgent): Promise<{ readonly isLast: boolean }> {
    const { agent, log } = opened;
    const onSent = ({ id }: Act): void => {
      this.moments.pass(`sent ${id}`);
    };
    const person = new Person({ agent, log, places: this.#places, run: this.#orders.run, onSent });
    this.#person = person;
    const over = Promise.withResolvers<undefined>();
    agent.subscribe((event) => {
      if (event.type === 'agent_end') over.resolve(undefined);
      this.#hear(event, person);
    });
    const begun = await countStreams(opened);
    const { activeStreamId, pendingInputs } = await agent.status();
    await person.reconnect();
    for (const request of pendingInputs) await person.agree(request);
    const next = phases[begun];
    if (activeStreamId !== null) await agent.send({ action: { name: 'resume' } });
    else if (next === undefined) return { isLast: true };
    else await person.do(next);
    await Promise.race([over.promise, this.#gaveUp.promise]);
    return { isLast: false };
  }

  #hear(event: AgentEvent, person: Person): void {
    if (event.type === 'input_request')
      person.agree(event.request).catch((thrown: unknown) => {
        this.giveUp(thrown as Error);
      });
    if (event.type === 'error' && event.fatal) this.giveUp(new Error(`${event.code}: ${event.message}`));
  }

  /** A model that records each request first, and lets the user act while it answers. */
  #client(head: () => number): ModelClient {
    const { moments } = this;
    const note = (asked: Unsigned<ContextNote>): void => {
      this.#note(asked);
    };
    const cue = async (during: Cue['during'], step: number): Promise<void> => this.#person?.at(during, step);
    return {
      async *stream(request) {
        const what = kindOf(request);
        const { contents, config } = request;
        const instruction = typeof config.systemInstruction === 'string' ? config.systemInstruction : '';
        const shown = { contents, instruction, tools: offeredIn(request), tokens: countTokens(request) };
        note({ kind: 'asked', what, head: head(), ...shown });
        moments.pass(`before answer of ${what}`);
        if (what === 'model') yield { content: { role: 'model', parts: [{ text: 'Let me see. ' }] } };
        if (what !== 'other') await cue(what, stepOf(request));
        yield answerOf(request);
        moments.pass(`after answer of ${what}`);
      },
    };
  }

  #note(note: Unsigned<ContextNote>): void {
    addContextNote(this.#places.notes, { ...note, run: this.#orders.run });
  }
}

type Unsigned<Note> = Note extends unknown ? Omit<Note, 'run'> : never;

async function countStreams({ log }: ContextAgent): Promise<number> {
  let begun = 0;
  for await (const { type } of log.read()) if (type === 'stream_started') begun += 1;
  return begun;
}
