import { setImmediate } from 'node:timers/promises';
import type { Content } from '@google/genai';
import type { ModelChunk, ModelClient, ModelRequest } from '@bowline/models';

/** What a test's model does: speaks as the agent, and answers what it is asked on the side. */
export interface Roles {
  /** The agent's next answer, by what it is shown and how often it was asked. */
  readonly agent: (contents: readonly Content[], n: number) => ModelChunk[];
  /** Answers a question on the side as JSON; by default a summary that says little, and nothing found missing. */
  readonly aside?: ((text: string, request: ModelRequest) => unknown) | undefined;
}

/** A model that knows only what it is asked, and what it was asked. */
export interface RoleModel extends ModelClient {
  /** The requests of the agent itself. */
  readonly requests: readonly ModelRequest[];
  /** The questions on the side, as their instructions and texts. */
  readonly asides: readonly string[];
}

/** A model of the given roles. */
export function roleModel({ agent, aside = quietAside }: Roles): RoleModel {
  const requests: ModelRequest[] = [];
  const asides: string[] = [];
  return {
    requests,
    asides,
    async *stream(request) {
      // As an answer over a network does: what runs beside the turn gets its turn of the event loop.
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

/** An answer that says something and is over. */
export function say(text: string): ModelChunk {
  return { content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' };
}

/** An answer that calls a tool. */
export function callTool(name: string, args: Record<string, unknown> = {}): ModelChunk {
  return { content: { role: 'model', parts: [{ functionCall: { name, args } }] }, finishReason: 'STOP' };
}

/** Everything that contents say, results of calls too. */
export function textOf(contents: readonly Content[]): string {
  return contents
    .flatMap(({ parts = [] }) => parts)
    .map((part) => part.text ?? JSON.stringify(part.functionResponse ?? part.functionCall ?? ''))
    .join('\n');
}

function instructionOf({ config }: ModelRequest): string {
  return typeof config.systemInstruction === 'string' ? config.systemInstruction : '';
}

/** Which question on the side this is. */
export function isSummaryQuestion(text: string): boolean {
  return text.startsWith('You summarize');
}

function quietAside(text: string): unknown {
  return isSummaryQuestion(text) ? { goal: 'to test', facts: ['it was summarised'] } : { missing: [], wrong: [] };
}
