import { AgentError, unreachable } from '@bowline/protocol';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ModelScript, ScriptedStep } from '../scripted-model/model-script.ts';
import { ScriptCursor } from '../scripted-model/script-cursor.ts';
import { toHttpAnswer } from '../scripted-model/to-http-answer.ts';
import { estimateTokens } from '../scripted-model/to-responses.ts';
import { sendStep, sendWhole } from './send-step.ts';
import { toContents, toServedRequest, type ServedRequest } from './served-request.ts';
import { StepEncoder } from './step-encoder.ts';

/** Where answers come from besides the script, and what is kept of requests. */
export interface ScriptedEndpointOptions {
  /** The last of the script's plain steps is used for ever. */
  readonly repeat?: boolean;
  /** Answers what the script does not; `n` counts the requests for answers from 0. */
  readonly generate?: (request: ServedRequest, n: number) => ScriptedStep;
  /** False keeps requests without their bodies, for runs of thousands. */
  readonly keepBodies?: boolean;
}

interface EndpointParts extends ScriptedEndpointOptions {
  readonly onRequest: (request: ServedRequest) => void;
}

interface Served {
  readonly request: ServedRequest;
  readonly model: string;
  readonly promptTokens: number;
  readonly response: ServerResponse;
}

/** Answers HTTP requests as Gemini does, from a script, and notes whatever the script did not foresee. */
export class ScriptedEndpoint {
  readonly requests: ServedRequest[] = [];
  readonly faults: string[] = [];
  readonly #parts: EndpointParts;
  readonly #cursor: ScriptCursor;
  readonly #encoder = new StepEncoder();

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
        this.#refuse(500, AgentError.from(thrown).message, response);
      });
    });
  }

  async #answer(incoming: IncomingMessage, bytes: Buffer, response: ServerResponse): Promise<void> {
    const request = toServedRequest(incoming, bytes);
    this.requests.push(this.#parts.keepBodies === false ? { ...request, body: undefined } : request);
    this.#parts.onRequest(request);
    const { action, model, method, path } = request;
    if (action === null || model === null) {
      this.#refuse(404, `${method} ${path} is not scripted`, response);
      return;
    }
    if (request.body === undefined) {
      this.#refuse(400, `the body of ${method} ${path} is not JSON`, response);
      return;
    }
    const served = { request, model, promptTokens: estimateTokens(bytes.length), response };
    switch (action) {
      case 'countTokens':
        sendWhole(toOk({ totalTokens: served.promptTokens }), response);
        return;
      case 'generateContent':
        await this.#send(served, 'whole');
        return;
      case 'streamGenerateContent':
        if (incoming.url?.includes('alt=sse') === true) await this.#send(served, 'events');
        else this.#refuse(400, `${path} is only scripted with ?alt=sse`, response);
        return;
      default:
        unreachable(action);
    }
  }

  async #send(served: Served, as: 'whole' | 'events'): Promise<void> {
    const { request, model, promptTokens, response } = served;
    const question = { model, contents: toContents(request) };
    const step = this.#cursor.next(question) ?? this.#parts.generate?.(request, this.#cursor.asked - 1);
    if (step === undefined) {
      const { message, hint } = this.#cursor.toRunOut(question);
      this.#refuse(500, `${message} (${hint ?? ''})`, response);
      return;
    }
    const answer =
      as === 'events'
        ? { contentType: 'text/event-stream', pieces: this.#encoder.toEvents(step, model, promptTokens) }
        : { contentType: JSON_TYPE, pieces: this.#encoder.toWhole(step, model, promptTokens) };
    await sendStep(step, answer, response);
  }

  #refuse(status: number, message: string, response: ServerResponse): void {
    this.faults.push(message);
    if (response.headersSent) response.destroy();
    else sendWhole(toHttpAnswer({ status, message: `scripted Gemini server: ${message}` }), response);
  }
}

const JSON_TYPE = 'application/json; charset=UTF-8';

const toOk = (body: object) => ({ status: 200, headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(body) });
