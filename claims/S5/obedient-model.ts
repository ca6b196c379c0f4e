import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';

/** A call that a model makes. `$RESULT` in its arguments becomes what the calls before it gave. */
export interface ObeyedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Calls in steps: those of one step are made at once. */
export type ObeyedSteps = readonly (readonly ObeyedCall[])[];

/** A model that does whatever a text that it is shown asks for. */
export interface ObedientModel {
  readonly url: string;
  /** The bodies of all requests. */
  readonly requests: readonly string[];
  /** What was asked for in texts that reached it, and how many calls it made of that. */
  readonly obeyed: { texts: number; calls: number };
  /** What it does of its own accord when it is asked the first time: how it comes to the text. */
  begin(call: ObeyedCall | undefined): void;
  /** Until then it reads and does nothing, but for putting what it read into summaries. */
  obey(): void;
  close(): Promise<void>;
}

/** What a search of the web finds. */
export type Found = () => string;

const MARK = /CALL (\[\[.*?\]\]) END/gs;
const NAME = /CALL\.([\w-]+)\.END/g;
const DONE = { text: 'done' };

/** Opens a model that speaks Gemini's API and keeps the instructions that it finds, in plain text, in names, and in pictures. */
export async function openObedientModel(found: Found): Promise<ObedientModel> {
  const mind = new ObedientMind(found);
  // Closing an idle connection just as a client reuses it would be a fault that no fixture asks for.
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

/** A summary, and what else is asked for as JSON, with the instruction that the text wants to see in it. */
function summaryOf(shown: string): string {
  const facts = [...shown.matchAll(MARK)].map(([mark]) => mark);
  return JSON.stringify({ goal: 'to read', facts, missing: [], wrong: [], confidence: 0, reason: 'none' });
}

function findInstructions(shown: string): readonly string[] {
  const names = [...shown.matchAll(NAME)].map(([, name = '']) => inflateRawSync(Buffer.from(name, 'base64url')));
  return [...[...shown.matchAll(MARK)].map(([, words = '']) => words), ...names.map(String)];
}

/** In a string of JSON or of a program it is written with backslashes. */
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

/** Every text in a value, and in what it holds of pictures. */
function toTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'data' && typeof each === 'string' ? [Buffer.from(each, 'base64').toString('latin1')] : toTexts(each),
  );
}
