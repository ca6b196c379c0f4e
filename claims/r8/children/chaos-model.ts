// The model of the chaos test, in its own process, which is never killed. It carries out the JSON plan of a message.
import { answer, openModelServer, type ScriptedStep, type ServedRequest } from '@bowline/testkit';
import { parsePlan, toCall, type PlannedAnswer } from '../chaos-plan.ts';

interface Content {
  readonly role?: string;
  readonly parts?: readonly { readonly text?: string }[];
}

interface Body {
  readonly contents?: readonly Content[];
  readonly generationConfig?: { readonly responseMimeType?: string };
}

/** One answer for every side request. */
const aside = answer.text(JSON.stringify({ goal: 'to go on', facts: [], confidence: 0, reason: 'fine' }));
/** The time of the first request for the quota of a message. */
const askedFirst = new Map<string, number>();

function generate({ body }: ServedRequest): ScriptedStep {
  const { contents = [], generationConfig = {} } = body as Body;
  if (generationConfig.responseMimeType === 'application/json') return aside;
  const asked = contents.findLastIndex(({ role, parts }) => role === 'user' && planIn(parts) !== undefined);
  const text = planIn(contents[asked]?.parts);
  const given = contents.slice(asked + 1).filter(({ role }) => role === 'model').length;
  const planned = text === undefined ? undefined : parsePlan(text)?.answers[given];
  return planned === undefined ? answer.text('there is nothing left to do') : toStep(planned, text ?? '');
}

function planIn(parts: Content['parts'] = []): string | undefined {
  return parts.findLast(({ text }) => text !== undefined && parsePlan(text) !== undefined)?.text;
}

function toStep(planned: PlannedAnswer, text: string): ScriptedStep {
  const { ms } = planned;
  if ('calls' in planned) return { delayHeadersMs: ms, chunks: [{ calls: planned.calls.map(toCall) }] };
  if ('say' in planned)
    return { chunks: planned.say.split(' ').map((word) => ({ text: `${word} `, delayMs: ms / 2 })) };
  const first = askedFirst.get(text) ?? Date.now();
  askedFirst.set(text, first);
  const leftMs = first + planned.quotaSeconds * 1000 - Date.now();
  return leftMs <= 0 ? answer.text('there is quota') : answer.quota({ retryDelay: `${(leftMs / 1000).toFixed(3)}s` });
}

const server = await openModelServer([], { generate, keepBodies: false });
console.log(server.url);
process.once('disconnect', () => {
  void server.close().then(() => process.exit(0));
});
