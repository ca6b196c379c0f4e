import type { Content } from '@google/genai';
import type { ScriptedHttpError, ScriptedStep } from '../model-script.ts';
import type { HttpAnswer } from '../errors/http-answer.ts';

/** The APIs of a scripted server; both of OpenAI's are in use. */
export type WireName = 'gemini' | 'openai-chat' | 'openai-responses' | 'anthropic';

/** Data of a request that its answer repeats. */
export interface Asked {
  readonly model: string;
  readonly body: unknown;
  readonly promptTokens: number;
  /** Counts the requests for answers from 0, so that no two answers share an id. */
  readonly n: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Bytes to send, with the delay before them. */
export interface TimedBytes {
  readonly delayMs: number;
  readonly bytes: Buffer;
}

/** Translates scripts to one API. */
export interface Wire {
  /** The contents of a request for matching rules: the last one is the last message of the user. */
  toContents(body: unknown): readonly Content[];
  /** The step as server-sent events; none if it is cut before any output. */
  toEvents(step: ScriptedStep, asked: Asked): readonly TimedBytes[];
  /**
   * The step as one JSON document after all delays of its chunks; half of it if the step is cut, nothing if it hangs.
   */
  toWhole(step: ScriptedStep, asked: Asked): readonly TimedBytes[];
  toHttpError(error: ScriptedHttpError): HttpAnswer;
  toModelList(models: readonly string[]): object;
}
