import type { Content } from '@google/genai';
import type { ScriptedStep } from '../../model-script.ts';
import {
  mergeResponses,
  toResponses,
  toUsage,
  type TimedResponse,
  type WireResponse,
} from '../../scripted-model/to-responses.ts';
import { toGarbage, toWholeBytes } from '../to-whole-bytes.ts';
import type { Asked, TimedBytes, Wire } from '../wire.ts';
import { toGeminiError } from '../../errors/to-gemini-error.ts';

interface Compiled {
  readonly timed: readonly TimedResponse[];
  readonly events: readonly TimedBytes[];
  /** The index of the event with the usage, which differs between requests. */
  readonly last: number;
}

const NOTHING = Buffer.alloc(0);

/** The Gemini API. Encodes each step once per model, because benchmarks request it thousands of times. */
export class GeminiWire implements Wire {
  readonly toHttpError = toGeminiError;
  readonly #compiled = new WeakMap<ScriptedStep, Map<string, Compiled>>();

  toContents(body: unknown): readonly Content[] {
    if (typeof body !== 'object' || body === null || !('contents' in body)) return [];
    return Array.isArray(body.contents) ? (body.contents as readonly Content[]) : [];
  }

  toEvents(step: ScriptedStep, { model, promptTokens }: Asked): readonly TimedBytes[] {
    const { timed, events, last } = this.#compile(step, model);
    const usage = toUsage(step, promptTokens);
    const response = timed[last]?.response;
    const garbage = step.garbage === undefined ? [] : [{ delayMs: 0, bytes: toEvent(toGarbage(step.garbage)) }];
    if (usage === undefined || response === undefined) return [...events, ...garbage];
    const finish = { delayMs: timed[last]?.delayMs ?? 0, bytes: encodeEvent(withUsage(response, usage)) };
    return [...events.slice(0, last), finish, ...events.slice(last + 1), ...garbage];
  }

  toWhole(step: ScriptedStep, { model, promptTokens }: Asked): readonly TimedBytes[] {
    const responses = this.#compile(step, model).timed.flatMap(({ response }) => response ?? []);
    return toWholeBytes(step, withUsage(mergeResponses(responses), toUsage(step, promptTokens)));
  }

  toModelList(models: readonly string[]): object {
    const supportedGenerationMethods = ['generateContent', 'countTokens'];
    return {
      models: models.map((name) => ({ name: `models/${name}`, displayName: name, supportedGenerationMethods })),
    };
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

// Gemini ends events with CRLF, which readers that split at '\n\n' get wrong.
const toEvent = (data: string): Buffer => Buffer.from(`data: ${data}\r\n\r\n`);

const encodeEvent = (response: WireResponse): Buffer => toEvent(JSON.stringify(response));

const withUsage = (response: WireResponse, usage: WireResponse['usageMetadata'] | undefined): WireResponse =>
  usage === undefined ? response : { ...response, usageMetadata: usage };
