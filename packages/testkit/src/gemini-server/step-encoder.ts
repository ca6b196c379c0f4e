import type { ScriptedStep } from '../scripted-model/model-script.ts';
import {
  mergeResponses,
  toResponses,
  toUsage,
  type TimedResponse,
  type WireResponse,
} from '../scripted-model/to-responses.ts';

/** Bytes to send, this long after the ones before. */
export interface TimedBytes {
  readonly delayMs: number;
  readonly bytes: Buffer;
}

interface Compiled {
  readonly timed: readonly TimedResponse[];
  readonly events: readonly TimedBytes[];
  /** Which event carries the usage, and so differs between requests. */
  readonly last: number;
}

const BROKEN_JSON = '{"candidates": [{"content": {"parts": [{"te';
const NOTHING = Buffer.alloc(0);

/** Turns steps into the bytes that answer a request, and encodes each step once for each model. */
export class StepEncoder {
  readonly #compiled = new WeakMap<ScriptedStep, Map<string, Compiled>>();

  /** The answer as server-sent events. */
  toEvents(step: ScriptedStep, model: string, promptTokens: number): readonly TimedBytes[] {
    const { timed, events, last } = this.#compile(step, model);
    const usage = toUsage(step, promptTokens);
    const response = timed[last]?.response;
    const garbage = step.garbage === undefined ? [] : [{ delayMs: 0, bytes: toEvent(toGarbage(step.garbage)) }];
    if (usage === undefined || response === undefined) return [...events, ...garbage];
    const finish = { delayMs: timed[last]?.delayMs ?? 0, bytes: encodeEvent(withUsage(response, usage)) };
    return [...events.slice(0, last), finish, ...events.slice(last + 1), ...garbage];
  }

  /** The answer as one JSON document, after all the delays of its chunks; half of it when it is cut, none when it hangs. */
  toWhole(step: ScriptedStep, model: string, promptTokens: number): readonly TimedBytes[] {
    const { timed } = this.#compile(step, model);
    const responses = timed.flatMap(({ response }) => response ?? []);
    const delayMs = timed.reduce((sum, timedResponse) => sum + timedResponse.delayMs, 0);
    if (step.hang !== undefined || (step.cut === true && responses.length === 0)) return [];
    if (step.garbage !== undefined) return [{ delayMs, bytes: Buffer.from(toGarbage(step.garbage)) }];
    const body = JSON.stringify(withUsage(mergeResponses(responses), toUsage(step, promptTokens)));
    return [{ delayMs, bytes: Buffer.from(step.cut === true ? body.slice(0, body.length / 2) : body) }];
  }

  #compile(step: ScriptedStep, model: string): Compiled {
    const byModel = this.#compiled.get(step) ?? new Map<string, Compiled>();
    this.#compiled.set(step, byModel);
    const known = byModel.get(model);
    if (known !== undefined) return known;
    const timed = toResponses(step, model);
    const events = timed.map(({ delayMs, response }) => ({
      delayMs,
      bytes: response === undefined ? NOTHING : encodeEvent(response),
    }));
    const compiled = { timed, events, last: timed.findLastIndex(({ response }) => response !== undefined) };
    byModel.set(model, compiled);
    return compiled;
  }
}

const toGarbage = (garbage: string | true): string => (garbage === true ? BROKEN_JSON : garbage);

// Gemini ends events with CRLF, which readers that split at '\n\n' get wrong.
const toEvent = (data: string): Buffer => Buffer.from(`data: ${data}\r\n\r\n`);

const encodeEvent = (response: WireResponse): Buffer => toEvent(JSON.stringify(response));

const withUsage = (response: WireResponse, usage: WireResponse['usageMetadata'] | undefined): WireResponse =>
  usage === undefined ? response : { ...response, usageMetadata: usage };
