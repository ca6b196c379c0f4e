import { anthropicWire } from './anthropic/anthropic-wire.ts';
import { GeminiWire } from './gemini/gemini-wire.ts';
import { chatWire } from './openai/chat-wire.ts';
import { responsesWire } from './openai/responses-wire.ts';
import { AgentError, unreachable } from '@bowline/protocol';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ModelScript, ScriptedStep } from '../model-script.ts';
import { ScriptCursor } from '../scripted-model/script-cursor.ts';
import { estimateTokens } from '../scripted-model/to-responses.ts';
import { JSON_TYPE, toOk } from '../errors/http-answer.ts';
import { sendStep, sendWhole } from './send-step.ts';
import { toServedRequest, type ServedRequest } from './served-request.ts';
import type { Wire, WireName } from './wire.ts';

/** Sources of answers besides the script, and what is stored of requests. */
export interface ScriptedEndpointOptions {
  /** Repeats the last plain step forever. */
  readonly repeat?: boolean;
  /** Generates answers that the script does not have; `n` counts the requests for answers from 0. */
  readonly generate?: (request: ServedRequest, n: number) => ScriptedStep;
  /** False stores requests without their bodies, for runs with thousands of requests. */
  readonly keepBodies?: boolean;
  /** The names in the list of models; other models answer too. */
  readonly models?: readonly string[];
}

interface EndpointParts extends ScriptedEndpointOptions {
  readonly onRequest: (request: ServedRequest) => void;
}

interface Served {
  readonly request: ServedRequest;
  readonly wire: Wire;
  readonly model: string;
  readonly promptTokens: number;
  readonly response: ServerResponse;
}

const MODELS = ['scripted-pro', 'scripted-flash'];

/** Answers HTTP requests on every wire from a script, and records requests that the script does not cover. */
export class ScriptedEndpoint {
  readonly requests: ServedRequest[] = [];
  readonly faults: string[] = [];
  readonly #parts: EndpointParts;
  readonly #cursor: ScriptCursor;
  readonly #wires = createWires();

  constructor(script: ModelScript | readonly ScriptedStep[], parts: EndpointParts) {
    this.#parts = parts;
    this.#cursor = new ScriptCursor(script, { repeat: parts.repeat });
  }

  get left(): number {
    return this.#cursor.left;
  }

  serve(incoming: IncomingMessage, response: ServerResponse): void {
    const received: Buffer[] = [];
    incoming.on('data', (bytes: Buffer) => received.push(bytes));
    incoming.on('end', () => {
      this.#answer(incoming, Buffer.concat(received), response).catch((thrown: unknown) => {
        this.#refuse({ status: 500, message: AgentError.from(thrown).message }, response);
      });
    });
  }

  async #answer(incoming: IncomingMessage, bytes: Buffer, response: ServerResponse): Promise<void> {
    const request = toServedRequest(incoming, bytes);
    this.requests.push(this.#parts.keepBodies === false ? { ...request, body: undefined } : request);
    this.#parts.onRequest(request);
    const { action, model, method, path } = request;
    if (request.wire === null || action === null) {
      this.#refuse({ status: 404, message: `${method} ${path} is not scripted` }, response);
      return;
    }
    const wire = this.#wires[request.wire];
    if (action === 'listModels') {
      sendWhole(toOk(wire.toModelList(this.#parts.models ?? MODELS)), response);
      return;
    }
    const problem = toProblem(request, incoming.url);
    if (problem !== undefined || model === null) {
      this.#refuse({ status: 400, message: problem ?? `${method} ${path} names no model` }, response, wire);
      return;
    }
    const served = { request, wire, model, promptTokens: estimateTokens(bytes.length), response };
    switch (action) {
      case 'countTokens':
        sendWhole(toOk({ totalTokens: served.promptTokens }), response);
        return;
      case 'generateContent':
        await this.#send(served, 'whole');
        return;
      case 'streamGenerateContent':
        await this.#send(served, 'events');
        return;
      default:
        unreachable(action);
    }
  }

  async #send({ request, wire, model, promptTokens, response }: Served, as: 'whole' | 'events'): Promise<void> {
    const { body, at } = request;
    const question = { model, contents: wire.toContents(body) };
    const scripted = this.#cursor.next(question);
    const n = this.#cursor.asked - 1;
    const step = scripted ?? this.#parts.generate?.(request, n);
    if (step === undefined) {
      const { message, hint } = this.#cursor.toRunOut(question);
      this.#refuse({ status: 500, message: `${message} (${hint ?? ''})` }, response, wire);
      return;
    }
    const asked = { model, body, promptTokens, n, at };
    const answer =
      as === 'events'
        ? { contentType: 'text/event-stream', pieces: wire.toEvents(step, asked) }
        : { contentType: JSON_TYPE, pieces: wire.toWhole(step, asked) };
    const error = step.httpError === undefined ? undefined : wire.toHttpError(step.httpError);
    await sendStep(step, { ...answer, error }, response);
  }

  #refuse(fault: { readonly status: number; readonly message: string }, response: ServerResponse, wire?: Wire): void {
    this.faults.push(fault.message);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const error = { ...fault, message: `scripted model server: ${fault.message}` };
    sendWhole((wire ?? this.#wires.gemini).toHttpError(error), response);
  }
}

/** Returns why a request for an answer cannot be answered. */
function toProblem({ wire, action, method, path, body }: ServedRequest, url = ''): string | undefined {
  if (body === undefined) return `the body of ${method} ${path} is not JSON`;
  const isStream = wire === 'gemini' && action === 'streamGenerateContent';
  return isStream && !url.includes('alt=sse') ? `${path} is only scripted with ?alt=sse` : undefined;
}

/** Creates every wire, by name. */
const createWires = (): Readonly<Record<WireName, Wire>> => ({
  gemini: new GeminiWire(),
  'openai-chat': chatWire,
  'openai-responses': responsesWire,
  anthropic: anthropicWire,
});
