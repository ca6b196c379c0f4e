import type { Content } from '@google/genai';
import type { ScriptedHttpError, ScriptedStep } from '../scripted-model/model-script.ts';
import type { HttpAnswer } from './http-answer.ts';

/** The APIs that a scripted server speaks; both of OpenAI's are alive. */
export type WireName = 'gemini' | 'openai-chat' | 'openai-responses' | 'anthropic';

/** What an answer repeats of the request that it answers. */
export interface Asked {
  readonly model: string;
  readonly body: unknown;
  readonly promptTokens: number;
  /** Counts the requests for answers from 0, so that no two answers share an id. */
  readonly n: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Bytes to send, this long after the ones before. */
export interface TimedBytes {
  readonly delayMs: number;
  readonly bytes: Buffer;
}

/** How one API words what a script says. */
export interface Wire {
  /** What a request's body says, as far as rules look: the user's last word is its last content. */
  toContents(body: unknown): readonly Content[];
  /** The step as server-sent events; none for one that is cut before it says anything. */
  toEvents(step: ScriptedStep, asked: Asked): readonly TimedBytes[];
  /** The step as one JSON document, after all the delays of its chunks; half of it when it is cut, none when it hangs. */
  toWhole(step: ScriptedStep, asked: Asked): readonly TimedBytes[];
  toHttpError(error: ScriptedHttpError): HttpAnswer;
  toModelList(models: readonly string[]): object;
}
