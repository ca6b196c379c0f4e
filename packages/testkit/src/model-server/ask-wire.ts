import type { ModelServer } from './model-server.ts';
import type { WireName } from './wire.ts';

/** A wire that the tests here call directly; Gemini's is tested through its real client. */
export type HandWire = Exclude<WireName, 'gemini'>;

/** Overrides of the default request: a stream from model `m` with the text `hi`. */
export interface WireQuestion {
  readonly text?: string;
  readonly model?: string;
  readonly stream?: boolean;
  /** Additional fields of the body. */
  readonly more?: object;
  readonly signal?: AbortSignal;
  /** Called with all text received so far, each time more arrives. */
  readonly onText?: (text: string) => void;
}

/** The response, as far as it arrived. */
export interface WireReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The data of each event: parsed if it is JSON, otherwise unchanged. */
  readonly events: readonly unknown[];
  /** Why the body ended early. */
  readonly error: unknown;
}

const paths: Readonly<Record<HandWire, string>> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  anthropic: '/v1/messages',
};

/** Sends one request as a client of this wire would, and reads the response up to its end or fault. */
export async function askWire({ url }: ModelServer, wire: HandWire, question: WireQuestion = {}): Promise<WireReply> {
  const { text = 'hi', model = 'm', stream = true, more = {}, signal } = question;
  const messages = [{ role: 'user', content: text }];
  const said = wire === 'openai-responses' ? { input: messages } : { messages };
  const response = await fetch(`${url}${paths[wire]}`, {
    method: 'POST',
    body: JSON.stringify({ model, stream, ...said, ...more }),
    ...(signal === undefined ? {} : { signal }),
  });
  const { received, error } = await read(response, question.onText);
  return { status: response.status, headers: response.headers, text: received, events: toEvents(received), error };
}

async function read(
  { body }: Response,
  onText: WireQuestion['onText'],
): Promise<{ readonly received: string; readonly error: unknown }> {
  const decoder = new TextDecoder();
  let received = '';
  try {
    for await (const bytes of body ?? []) {
      received += decoder.decode(bytes, { stream: true });
      onText?.(received);
    }
  } catch (error) {
    return { received, error };
  }
  return { received, error: undefined };
}

function toEvents(text: string): readonly unknown[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => {
    try {
      return JSON.parse(data) as unknown;
    } catch {
      return data; // garbage, or the [DONE] of OpenAI
    }
  });
}
