import type { ModelClient } from '@bowline/models';
import type { InputAnswer, InputRequest } from '@bowline/protocol';
import type { Decide } from '@bowline/runtime';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A question about a call. */
export type Question = Extract<InputRequest, { kind: 'confirmation' }>;

/** What becomes of the question. `altered` is an edit into something that policy forbids. */
export type Scenario = 'once' | 'session' | 'always' | 'denied' | 'edited' | 'altered' | 'expired' | 'mixed';

export const SESSION = 'asked';
export const REASON = 'not on Fridays';
export const FORBIDDEN = 'what nobody may write';
export const LATE = 'the user did not answer in time';
export const RULE = '[[rule]] toolName = "write"';
/** What the agent says of a call when nobody knows what it did. */
const UNKNOWN = /is unknown|is not known/;

/** Where the processes of a round leave their traces. */
export interface ConfirmationPlaces {
  readonly sessions: string;
  /** A line for each effect: the tool and its text. */
  readonly effects: string;
  /** The rules that were kept for always. */
  readonly rules: string;
  /** What the processes have seen and heard, at once and outside of the log. */
  readonly notes: string;
  readonly hosted: (callId: string) => string;
  readonly acks: (run: number) => string;
}

/** The folder of a round, by what is in it. */
export function confirmationPlaces(folder: string): ConfirmationPlaces {
  return {
    sessions: join(folder, 'sessions'),
    effects: join(folder, 'effects'),
    rules: join(folder, 'rules'),
    notes: join(folder, 'notes'),
    hosted: (callId) => join(folder, `hosted-${callId}`),
    acks: (run) => join(folder, `acks-${run}`),
  };
}

/** What a call leaves in the file of effects. */
export function effectOf(name: string, text: unknown): string {
  return `${name}:${String(text)}`;
}

interface Plan {
  /** The calls of each answer of the model. */
  readonly steps: readonly (readonly { readonly name: string; readonly text: string }[])[];
  readonly answer: Omit<Extract<InputAnswer, { kind: 'confirmation' }>, 'kind' | 'digest'>;
  /** What may be there at the end, each once, and nothing else. */
  readonly effects: readonly string[];
}

const asked = { name: 'write', text: 'a' };
/** Of the same kind as the one before: what was allowed for longer covers it, so nobody is asked. */
const covered = { name: 'write', text: 'b' };
const batch = [{ name: 'free', text: 'f' }, asked, { name: 'bad', text: 'x' }, { name: 'hosted', text: 'h' }];

/** The turn of each scenario. */
export const plans: Readonly<Record<Scenario, Plan>> = {
  once: { steps: [[asked]], answer: { outcome: 'once' }, effects: ['write:a'] },
  session: { steps: [[asked], [covered]], answer: { outcome: 'session' }, effects: ['write:a', 'write:b'] },
  always: { steps: [[asked], [covered]], answer: { outcome: 'always' }, effects: ['write:a', 'write:b'] },
  denied: { steps: [[asked]], answer: { outcome: 'denied', reason: REASON }, effects: [] },
  edited: { steps: [[asked]], answer: { outcome: 'edited', args: { text: 'edited' } }, effects: ['write:edited'] },
  altered: { steps: [[asked]], answer: { outcome: 'edited', args: { text: FORBIDDEN } }, effects: [] },
  expired: { steps: [[asked]], answer: { outcome: 'once' }, effects: [] },
  mixed: { steps: [batch], answer: { outcome: 'once' }, effects: ['free:f', 'write:a'] },
};

export const scenarios = Object.keys(plans) as readonly Scenario[];

/** The answer that a person gives to it. */
export function answerTo(scenario: Scenario, digest: string): InputAnswer {
  return { kind: 'confirmation', digest, ...plans[scenario].answer };
}

/** What the person asks for. */
export function messageOf(scenario: Scenario): string {
  return `play ${scenario}`;
}

/** A model that knows only what it is asked, so that whoever goes on with the turn is answered alike. */
export const confirmationModel: ModelClient = {
  async *stream({ contents }) {
    const parts = contents.flatMap((content) => content.parts ?? []);
    const scenarioOf = (text = ''): Scenario | undefined => scenarios.find((name) => messageOf(name) === text);
    const said = parts.findLastIndex(({ text }) => scenarioOf(text) !== undefined);
    const responses = parts.slice(said).filter((part) => part.functionResponse !== undefined);
    const scenario = scenarioOf(parts[said]?.text) ?? 'once';
    let left = responses.length;
    const step = plans[scenario].steps.find((calls) => (left -= calls.length) < 0);
    if (step === undefined) {
      const unknown = responses.filter((response) => UNKNOWN.test(JSON.stringify(response))).length;
      yield { content: { role: 'model', parts: [{ text: finalText(unknown) }] }, finishReason: 'STOP' };
      return;
    }
    const calls = step.map(({ name, text }) => ({ functionCall: { name, args: { text } } }));
    yield { content: { role: 'model', parts: calls }, finishReason: 'STOP' };
  },
};

/** The last answer of the model, when it was told of so many unknown outcomes. */
export function finalText(unknown: number): string {
  return `all done, ${unknown} of it unknown`;
}

/** Asks about `write` unless it was allowed for longer; looks at what was kept for always each time. */
export function decideBy(places: Pick<ConfirmationPlaces, 'rules'>): Decide {
  return async ({ name, args }, { grants }) => {
    if (name === 'bad') return { verdict: 'deny', reason: 'never here' };
    if (name !== 'write') return { verdict: 'allow' };
    if (args['text'] === FORBIDDEN) return { verdict: 'deny', reason: 'never that' };
    if (grants.includes(RULE) || readLines(places.rules).includes(RULE)) return { verdict: 'allow', rule: RULE };
    return { verdict: 'ask', grant: { text: 'any write', rule: RULE, project: '/repo' } };
  };
}

/** The whole lines of a file; none when nobody has written it. */
export function readLines(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}
