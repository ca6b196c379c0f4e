import type { ModelClient } from '@bowline/models';
import { answer } from '@bowline/testkit';
import type { Leftovers } from './leftovers.ts';
import { watchLostErrors } from './lost-errors.ts';
import { asked, cancelAt } from '../../tests/wires/faults/model-cancel.ts';
import { playFault } from '../../tests/wires/faults/model-cell.ts';
import { modelFaults, type Fault } from '../../tests/wires/faults/model-faults.ts';

/** A deliberate fault, and whether the suite detects it. */
export interface Control {
  readonly name: string;
  readonly isSeen: boolean;
}

/** Model clients with deliberate faults. */
const broken = {
  untyped: (client) => ({
    async *stream(request, signal) {
      yield* client.stream(request, signal);
      throw new Error('bare');
    },
  }),
  doubling: (client) => ({
    async *stream(request, signal) {
      for await (const chunk of client.stream(request, signal)) {
        yield { ...chunk, finishReason: undefined };
        yield chunk;
      }
    },
  }),
  deaf: (client) => ({ stream: (request) => client.stream(request, new AbortController().signal) }),
} as const satisfies Readonly<Record<string, (client: ModelClient) => ModelClient>>;

const patient = { firstMs: 60_000, idleMs: 60_000, totalMs: 60_000 };

/** Runs the deliberate faults: a suite that detects nothing proves nothing. */
export async function playControls(limitMs: number, leftovers: Leftovers): Promise<readonly Control[]> {
  const well = findFault('none');
  const wrong: Fault = { ...well, expected: { ...well.expected, end: 'failed MODEL_QUOTA' } };
  const late = { ...answer.text('a'), delayHeadersMs: limitMs * 2 };
  const [expectation, more, hung, untyped, doubled, cancel] = [
    await playFault(wrong, 'gemini'),
    await playFault({ ...well, expected: { ...well.expected, requests: 2 } }, 'anthropic'),
    await playFault(findFault('hang before headers for ever'), 'gemini', { deadlines: patient, giveUpMs: 600 }),
    await playFault(well, 'responses', { through: broken.untyped }),
    await playFault(well, 'chat', { through: broken.doubling }),
    await cancelAt({ name: 'deaf', script: [late], reached: (wired) => asked(wired, 1) }, 'compatible', {
      through: broken.deaf,
    }),
  ];
  return [
    { name: 'another end', isSeen: expectation.problems.length > 0 },
    { name: 'another number of requests', isSeen: more.problems.length > 0 },
    { name: 'no deadline', isSeen: hung.isHung },
    { name: 'a bare error', isSeen: untyped.untyped > 0 },
    { name: 'text twice', isSeen: doubled.problems.length > 0 },
    { name: 'deaf to abort', isSeen: cancel.ms > limitMs && cancel.closedMs > limitMs },
    { name: 'a timer left', isSeen: await seesTimer(leftovers) },
    { name: 'a lost rejection', isSeen: await seesRejection() },
  ];
}

function findFault(name: string): Fault {
  const fault = modelFaults.find((each) => each.name === name);
  if (fault === undefined) throw new Error(`no fault ${name}`);
  return fault;
}

async function seesTimer(leftovers: Leftovers): Promise<boolean> {
  const timer = setTimeout(() => undefined, 60_000);
  const found = await leftovers.find();
  clearTimeout(timer);
  return found.length > 0;
}

async function seesRejection(): Promise<boolean> {
  const lost = watchLostErrors();
  void Promise.reject(new Error('lost on purpose'));
  await new Promise((resolve) => setTimeout(resolve, 10));
  lost.stop();
  return lost.list.length > 0;
}
