import type { ModelClient } from '@bowline/models';
import type { InputAnswer, InputRequest } from '@bowline/protocol';
import type { Decide } from '@bowline/runtime';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A question about a call. */
export type Question = Extract<InputRequest, { kind: 'confirmation' }>;

/** What happens to the question. `altered` is an edit into a call that policy forbids. */
export type Scenario = 'once' | 'session' | 'always' | 'denied' | 'edited' | 'altered' | 'expired' | 'mixed';

export const SESSION = 'asked';
export const REASON = 'not on Fridays';
export const FORBIDDEN = 'a forbidden text';
export const LATE = 'the user did not answer in time';
export const RULE = '[[rule]] toolName = "write"';
/** Matches the agent's text for a call with an unknown outcome. */
const UNKNOWN = /is unknown|is not known/;

/** The files of a round. */
export interface ConfirmationPlaces {
  readonly sessions: string;
  /** One line per effect: the tool and its text. */
  readonly effects: string;
  /** The stored "always" rules. */
  readonly rules: string;
  /** What the processes saw and received, recorded at once and outside of the log. */
  readonly notes: string;
  readonly hosted: (callId: string) => string;
  readonly acks: (run: number) => string;
}

/** The files in the folder of a round. */
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

/** The line that a call writes to the effects file. */
export function effectOf(name: string, text: unknown): string {
  return `${name}:${String(text)}`;
}

interface Plan {
  /** The calls in each answer of the model. */
  readonly steps: readonly (readonly { readonly name: string; readonly text: string }[])[];
  readonly answer: Omit<Extract<InputAnswer, { kind: 'confirmation' }>, 'kind' | 'digest'>;
  /** The effects that may exist at the end, each once, and no others. */
  readonly effects: readonly string[];
}

const asked = { name: 'write', text: 'a' };
/** Of the same kind as the call before: a "session" or "always" approval covers it, so it needs no approval. */
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

/** The user's answer. */
export function answerTo(scenario: Scenario, digest: string): InputAnswer {
  return { kind: 'confirmation', digest, ...plans[scenario].answer };
}

/** The user's message. */
export function messageOf(scenario: Scenario): string {
  return `play ${scenario}`;
}

/** A model without memory, so that it answers a resumed turn in the same way. */
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

/** The model's last answer, for the number of unknown outcomes that it saw. */
export function finalText(unknown: number): string {
  return `all done, ${unknown} of it unknown`;
}

/** Asks about `write` unless a grant covers it; reads the stored rules each time. */
export function decideBy(places: Pick<ConfirmationPlaces, 'rules'>): Decide {
  return async ({ name, args }, { grants }) => {
    if (name === 'bad') return { verdict: 'deny', reason: 'never here' };
    if (name !== 'write') return { verdict: 'allow' };
    if (args['text'] === FORBIDDEN) return { verdict: 'deny', reason: 'never that' };
    if (grants.includes(RULE) || readLines(places.rules).includes(RULE)) return { verdict: 'allow', rule: RULE };
    return { verdict: 'ask', grant: { text: 'any write', rule: RULE, project: '/repo' } };
  };
}

/** The complete lines of a file; empty if it does not exist. */
export function readLines(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}
