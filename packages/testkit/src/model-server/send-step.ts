import type { ServerResponse } from 'node:http';
import type { ScriptedStep } from '../model-script.ts';
import { pause } from '../scripted-model/pause.ts';
import type { HttpAnswer } from '../errors/http-answer.ts';
import type { TimedBytes } from './wire.ts';

interface EncodedAnswer {
  readonly contentType: string;
  readonly pieces: readonly TimedBytes[];
  /** Sent instead of the pieces. */
  readonly error: HttpAnswer | undefined;
}

/** Sends the response of a step, including its faults. Stops when the caller disconnects. */
export async function sendStep(step: ScriptedStep, answer: EncodedAnswer, response: ServerResponse): Promise<void> {
  const wait = createWait(response);
  if (step.delayHeadersMs !== undefined && !(await wait(step.delayHeadersMs))) return;
  if (answer.error !== undefined) {
    sendWhole(answer.error, response);
    return;
  }
  if (step.hang === 'headers') return;
  if (step.cut === true && answer.pieces.length === 0) {
    response.destroy();
    return;
  }
  response.writeHead(200, { 'content-type': answer.contentType });
  response.flushHeaders();
  for (const { delayMs, bytes } of answer.pieces) {
    if (delayMs > 0 && !(await wait(delayMs))) return;
    if (step.splitBytes !== undefined) await writePieces(bytes, step.splitBytes, response);
    else if (bytes.length > 0) response.write(bytes);
  }
  endStep(step, response);
}

function endStep(step: ScriptedStep, response: ServerResponse): void {
  if (step.cut === true) response.write('', () => response.destroy());
  else if (step.hang === undefined) response.end();
}

/** Sends a response that does not depend on the script. */
export function sendWhole({ status, headers, body }: HttpAnswer, response: ServerResponse): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Waits a turn of the event loop between pieces; otherwise the client's fetch joins them. */
async function writePieces(bytes: Buffer, size: number, response: ServerResponse): Promise<void> {
  for (let from = 0; from < bytes.length && !response.destroyed; from += size) {
    response.write(bytes.subarray(from, from + size));
    await new Promise(setImmediate);
  }
}

/** Creates a delay that returns false as soon as the connection closes. Listens only while waiting. */
function createWait(response: ServerResponse): (delayMs: number) => Promise<boolean> {
  let gone: AbortController | undefined;
  return (delayMs) => {
    if (gone === undefined) {
      const controller = new AbortController();
      gone = controller;
      response.once('close', () => {
        controller.abort();
      });
    }
    return pause(delayMs, gone.signal);
  };
}
