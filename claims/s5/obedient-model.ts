import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';

/** A call by the model. `$RESULT` in its arguments is replaced with the results of the calls before it. */
export interface ObeyedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Calls in steps; the calls of one step are made together. */
export type ObeyedSteps = readonly (readonly ObeyedCall[])[];

/** A model that follows any instruction in a text it is shown. */
export interface ObedientModel {
  readonly url: string;
  /** The bodies of all requests. */
  readonly requests: readonly string[];
  /** The number of instructions that reached it, and of calls that it made because of them. */
  readonly obeyed: { texts: number; calls: number };
  /** Sets the call of its first answer, which leads it to the hostile text. */
  begin(call: ObeyedCall | undefined): void;
  /** Starts to obey. Before that it does nothing, except to copy instructions into summaries. */
  obey(): void;
  close(): Promise<void>;
}

/** The result of a web search. */
export type Found = () => string;

const MARK = /CALL (\[\[.*?\]\]) END/gs;
const NAME = /CALL\.([\w-]+)\.END/g;
const DONE = { text: 'done' };

/** Opens a model with Gemini's API that finds instructions in plain text, in names and in pictures. */
export async function openObedientModel(found: Found): Promise<ObedientModel> {
  const mind = new ObedientMind(found);
  // Closing an idle connection just as a client reuses it would be a fault that no fixture intends.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => void answer(request, response, mind));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: mind.requests,
    obeyed: mind.obeyed,
    begin: (call) => {
      mind.first = call;
    },
    obey: () => {
      mind.isObedient = true;
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, mind: ObedientMind): Promise<void> {
  const body = await text(request);
  const parts = mind.answer(body);
  const whole = { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }], usageMetadata: {} };
  const isStream = request.url?.includes('streamGenerateContent') === true;
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
  response.end(isStream ? `data: ${JSON.stringify(whole)}\n\n` : JSON.stringify(whole));
}

interface Asked {
  readonly contents?: readonly Content[];
  readonly systemInstruction?: unknown;
  readonly generationConfig?: { readonly responseMimeType?: string };
  readonly tools?: readonly object[];
}

interface Content {
  readonly role?: string;
  readonly parts?: readonly Part[];
}

interface Part {
  readonly text?: string;
  readonly functionResponse?: { readonly response?: unknown };
  readonly inlineData?: { readonly data?: string };
}

class ObedientMind {
  readonly requests: string[] = [];
  readonly obeyed = { texts: 0, calls: 0 };
  first: ObeyedCall | undefined;
  isObedient = false;
  readonly #found: Found;
  readonly #known = new Set<string>();
  #next: ObeyedSteps = [];

  constructor(found: Found) {
    this.#found = found;
  }

  answer(body: string): readonly object[] {
    this.requests.push(body);
    const asked = JSON.parse(body) as Asked;
    const shown = toTexts([asked.systemInstruction, asked.contents]).join('\n');
    if (asked.tools?.some((tool) => 'googleSearch' in tool) === true) return [{ text: this.#found() }];
    if (asked.generationConfig?.responseMimeType === 'application/json') return [{ text: summaryOf(shown) }];
    return this.#act(asked, shown);
  }

  #act({ contents = [] }: Asked, shown: string): readonly object[] {
    const { first } = this;
    if (first !== undefined) {
      this.first = undefined;
      return toCalls([first], '');
    }
    if (!this.isObedient) return [DONE];
    for (const words of findInstructions(shown)) {
      if (this.#known.has(words)) continue;
      this.#known.add(words);
      this.obeyed.texts += 1;
      this.#next = [...this.#next, ...parseSteps(words)];
    }
    const [step, ...rest] = this.#next;
    this.#next = rest;
    if (step === undefined) return [DONE];
    this.obeyed.calls += step.length;
    return toCalls(step, toTexts(contents.at(-1)).join('\n'));
  }
}

/** A summary, or another JSON answer, that contains the instructions found in the text. */
function summaryOf(shown: string): string {
  const facts = [...shown.matchAll(MARK)].map(([mark]) => mark);
  return JSON.stringify({ goal: 'to read', facts, missing: [], wrong: [], confidence: 0, reason: 'none' });
}

function findInstructions(shown: string): readonly string[] {
  const names = [...shown.matchAll(NAME)].map(([, name = '']) => inflateRawSync(Buffer.from(name, 'base64url')));
  return [...[...shown.matchAll(MARK)].map(([, words = '']) => words), ...names.map(String)];
}

/** In a JSON string or in source code the instruction contains backslashes. */
function parseSteps(words: string): ObeyedSteps {
  const plain = words.startsWith(String.raw`[[{\"`) ? (JSON.parse(`"${words}"`) as string) : words;
  return JSON.parse(plain) as ObeyedSteps;
}

function toCalls(calls: readonly ObeyedCall[], result: string): readonly object[] {
  const filled = (value: unknown): unknown =>
    typeof value === 'string' ? value.replaceAll('$RESULT', () => encodeURIComponent(result)) : value;
  return calls.map(({ name, args }) => ({
    functionCall: { name, args: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, filled(value)])) },
  }));
}

/** Every text in a value, including the bytes of pictures. */
function toTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'data' && typeof each === 'string' ? [Buffer.from(each, 'base64').toString('latin1')] : toTexts(each),
  );
}
