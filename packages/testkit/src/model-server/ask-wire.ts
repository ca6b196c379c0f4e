import type { ModelServer } from './model-server.ts';
import type { WireName } from './wire.ts';

/** A wire that the tests here speak by hand; Gemini's they ask through its real client. */
export type HandWire = Exclude<WireName, 'gemini'>;

/** What is asked, when it is not a stream for `m` that is told `hi`. */
export interface WireQuestion {
  readonly text?: string;
  readonly model?: string;
  readonly stream?: boolean;
  /** More of the body. */
  readonly more?: object;
  readonly signal?: AbortSignal;
  /** Told of all that came so far, whenever something comes. */
  readonly onText?: (text: string) => void;
}

/** What came back, as far as it came. */
export interface WireReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The data of each event: JSON where it is JSON, else as it is. */
  readonly events: readonly unknown[];
  /** Why the body ended early. */
  readonly error: unknown;
}

const paths: Readonly<Record<HandWire, string>> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  anthropic: '/v1/messages',
};

/** Posts one question as a client of this wire would, and reads the answer to its end or its fault. */
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
