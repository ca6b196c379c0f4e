import { randomUUID } from 'node:crypto';
import { Agent, request, type IncomingMessage } from 'node:http';

/** A cheap client of an HTTP server, so that a thousand of them can run next to the server they measure. */
export interface ServerClient {
  readonly create: () => Promise<string>;
  /** Sends a message; resolves when it was accepted. */
  readonly send: (sessionId: string, text: string) => Promise<void>;
  /** Follows a session from now on; resolves when the connection is established. */
  readonly follow: (sessionId: string, onData: (json: string) => void) => Promise<Following>;
}

export interface Following {
  readonly close: () => void;
}

/** The address of a server, and the token and workspace of the client. */
export interface ServerPlace {
  readonly url: string;
  readonly token: string;
  readonly workspace: string;
}

// One connection per request: the server may close a kept connection just as it is reused.
const agent = new Agent({ keepAlive: false });

export function createServerClient({ url, token, workspace }: ServerPlace): ServerClient {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<string> => {
    const response = await ask(`${url}${path}`, { method: 'POST', headers, agent, body: JSON.stringify(body) });
    const text = await readWhole(response);
    if (response.statusCode !== 200 && response.statusCode !== 201)
      throw new Error(`${path}: ${response.statusCode} ${text}`);
    return text;
  };
  return {
    create: async () => (JSON.parse(await post('/v1/sessions', { workspace })) as { sessionId: string }).sessionId,
    send: async (sessionId, text) => {
      const message = { content: [{ type: 'text', text }], messageId: randomUUID() };
      await post(`/v1/sessions/${sessionId}/send`, { message });
    },
    follow: async (sessionId, onData) => {
      const response = await ask(`${url}/v1/sessions/${sessionId}/live`, { method: 'GET', headers, agent: false });
      if (response.statusCode !== 200) throw new Error(`live: ${response.statusCode} ${await readWhole(response)}`);
      let rest = '';
      const opened = new Promise<void>((resolve) => {
        response.setEncoding('utf8').on('data', (text: string) => {
          const lines = (rest + text).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) if (line.startsWith('data: ')) onData(line.slice('data: '.length));
          resolve();
        });
      });
      response.on('error', () => undefined); // `close` destroys the response
      await opened;
      return { close: () => response.destroy() };
    },
  };
}

interface Question {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent | false;
  readonly body?: string;
}

async function ask(url: string, { body, ...options }: Question): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end(body);
  });
}

async function readWhole(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  return text;
}
