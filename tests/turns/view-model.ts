import { setImmediate } from 'node:timers/promises';
import type { Content } from '@google/genai';
import type { ModelChunk, ModelClient, ModelRequest } from '@bowline/models';

/** The roles of a test model: the agent, and the side requests. */
export interface Roles {
  /** The next answer of the agent, from the contents and the number of earlier requests. */
  readonly agent: (contents: readonly Content[], n: number) => ModelChunk[];
  /** Answers a side request as JSON. The default is a short summary with nothing missing. */
  readonly aside?: ((text: string, request: ModelRequest) => unknown) | undefined;
}

/** A model that answers by role and records its requests. */
export interface RoleModel extends ModelClient {
  /** The requests of the agent itself. */
  readonly requests: readonly ModelRequest[];
  /** The side requests, as instruction and text. */
  readonly asides: readonly string[];
}

export function roleModel({ agent, aside = quietAside }: Roles): RoleModel {
  const requests: ModelRequest[] = [];
  const asides: string[] = [];
  return {
    requests,
    asides,
    async *stream(request) {
      // Like a network: other tasks get a turn of the event loop first.
      await setImmediate();
      if (request.config.responseMimeType === 'application/json') {
        const text = `${instructionOf(request)}\n${textOf(request.contents)}`;
        asides.push(text);
        yield* [say(JSON.stringify(await aside(text, request)))];
        return;
      }
      requests.push(structuredClone(request));
      yield* agent(request.contents, requests.length - 1);
    },
  };
}

/** An answer that ends after this text. */
export function say(text: string): ModelChunk {
  return { content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' };
}

/** An answer that calls a tool. */
export function callTool(name: string, args: Record<string, unknown> = {}): ModelChunk {
  return { content: { role: 'model', parts: [{ functionCall: { name, args } }] }, finishReason: 'STOP' };
}

/** The text of all contents, including tool results. */
export function textOf(contents: readonly Content[]): string {
  return contents
    .flatMap(({ parts = [] }) => parts)
    .map((part) => part.text ?? JSON.stringify(part.functionResponse ?? part.functionCall ?? ''))
    .join('\n');
}

function instructionOf({ config }: ModelRequest): string {
  return typeof config.systemInstruction === 'string' ? config.systemInstruction : '';
}

/** True for a summary request, false for another side request. */
export function isSummaryQuestion(text: string): boolean {
  return text.startsWith('You summarize');
}

function quietAside(text: string): unknown {
  return isSummaryQuestion(text) ? { goal: 'to test', facts: ['it was summarised'] } : { missing: [], wrong: [] };
}
