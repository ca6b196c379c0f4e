// One process of a race to answer a question: carries out its parent's orders, one per line, and answers each with one
// line.
import { AgentError, createMessage } from '@bowline/protocol';
import { silenceAdk } from '@bowline/runtime';
import { createInterface } from 'node:readline';
import { openConfirmation, type ConfirmationAgent } from '../confirmation-agent.ts';
import { addNote } from '../confirmation-notes.ts';
import { confirmationPlaces, messageOf, REASON, type Question } from '../confirmation-script.ts';

/** An order for a racer. */
export interface RacerOrder {
  readonly order: 'ask' | 'hold' | 'answer';
  readonly folder: string;
  /** The sessions folder, if it is not in `folder`. */
  readonly sessions?: string | undefined;
  readonly outcome: 'once' | 'denied';
  readonly question?: Pick<Question, 'inputId' | 'digest'> | undefined;
  readonly takeover: 'never' | 'always';
  /** When to begin, as a timestamp. */
  readonly at: number;
}

/** The reply: `OK` or an error code, and the question if this racer asked it. */
export interface RacerReply {
  readonly word: string;
  /** The error when it closed the session. */
  readonly trouble?: string | undefined;
  readonly question?: Pick<Question, 'inputId' | 'digest'> | undefined;
}

const PATIENCE_MS = 20_000;
const name = process.argv[2] ?? '';
let held: ConfirmationAgent | undefined;

async function open({ folder, sessions, takeover }: RacerOrder): Promise<ConfirmationAgent> {
  const places = confirmationPlaces(folder);
  return await openConfirmation({ places: { ...places, sessions: sessions ?? places.sessions }, name, takeover });
}

/** Resolves when the turn ends, or when this process learns that it has lost the session. */
function ended({ agent }: ConfirmationAgent): Promise<string> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve('HUNG');
    }, PATIENCE_MS);
    agent.subscribe((event) => {
      if (event.type !== 'agent_end' && !(event.type === 'error' && event.fatal)) return;
      clearTimeout(timer);
      resolve(event.type);
    });
  });
}

async function ask(order: RacerOrder): Promise<RacerReply> {
  const opened = await open(order);
  const asked = Promise.withResolvers<Question>();
  opened.agent.subscribe((event) => {
    if (event.type === 'input_request' && event.request.kind === 'confirmation') asked.resolve(event.request);
  });
  await opened.agent.send(createMessage(messageOf('once')));
  const { inputId, digest } = await asked.promise;
  addNote(confirmationPlaces(order.folder).notes, { run: 0, kind: 'asked', inputId, digest });
  await opened.close();
  return { word: 'OK', question: { inputId, digest } };
}

async function answer(order: RacerOrder): Promise<RacerReply> {
  const { question, outcome, at } = order;
  if (question === undefined) return { word: 'NOT_ASKED' };
  while (Date.now() < at); // both begin at the same moment
  const opened = held ?? (await open(order));
  held = undefined;
  const end = ended(opened);
  const { inputId, digest } = question;
  const reason = outcome === 'denied' ? { reason: REASON } : {};
  const input = { inputId, answer: { kind: 'confirmation', outcome, digest, ...reason } } as const;
  const word = await opened.agent.send({ input }).then(() => 'OK', toCode);
  // A racer that comes after the answer still resumes the turn.
  const { activeStreamId } = await opened.agent.status();
  if (word === 'UNKNOWN_INPUT') await opened.agent.send({ action: { name: 'resume' } });
  const isOver = word === 'SESSION_FENCED' || activeStreamId === null || (await end) !== 'HUNG';
  const trouble = await opened.close().then(() => undefined, String);
  return { word: isOver ? word : 'HUNG', trouble };
}

function toCode(thrown: unknown): string {
  return AgentError.from(thrown).code;
}

const work: Readonly<Record<RacerOrder['order'], (order: RacerOrder) => Promise<RacerReply>>> = {
  ask,
  answer,
  hold: async (order) => {
    held = await open(order);
    return { word: 'OK' };
  },
};

silenceAdk(); // stdout is for answers
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as RacerOrder;
  const reply = await work[order.order](order).catch((thrown: unknown) => ({ word: toCode(thrown) }));
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
