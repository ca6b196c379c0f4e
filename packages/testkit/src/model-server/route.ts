import type { WireName } from './wire.ts';

const geminiActions = ['streamGenerateContent', 'generateContent', 'countTokens'] as const;

/** The purpose of a request, named as in Gemini's API on every wire, as in scripts. */
export type Action = (typeof geminiActions)[number] | 'listModels';

/** The wire, action and model of a request; null if no supported API has its path. */
export interface Route {
  readonly wire: WireName | null;
  readonly action: Action | null;
  readonly model: string | null;
}

interface Envelope {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

const GEMINI = /^\/(?:v1|v1beta)\/(?:models|tunedModels)\/(.+):(\w+)$/;
const NOWHERE: Route = { wire: null, action: null, model: null };
const wiresByPath: Readonly<Record<string, WireName>> = {
  '/v1/chat/completions': 'openai-chat',
  '/v1/responses': 'openai-responses',
  '/v1/messages': 'anthropic',
};

/**
 * Finds the wire by path. Only the list of models needs the headers: OpenAI's and Anthropic's are both at `/v1/models`.
 */
export function toRoute({ method, path, headers }: Envelope, body: unknown): Route {
  if (method === 'GET') return toListRoute(path, headers);
  if (method !== 'POST') return NOWHERE;
  const [, model, word] = GEMINI.exec(path) ?? [];
  const action = geminiActions.find((name) => name === word);
  if (action !== undefined && model !== undefined) return { wire: 'gemini', action, model: decodeURIComponent(model) };
  const wire = wiresByPath[path];
  return wire === undefined ? NOWHERE : { wire, ...toBodyRoute(body) };
}

function toListRoute(path: string, headers: Envelope['headers']): Route {
  const listModels = { action: 'listModels', model: null } as const;
  if (path === '/v1beta/models') return { wire: 'gemini', ...listModels };
  if (path !== '/v1/models') return NOWHERE;
  return { wire: 'anthropic-version' in headers ? 'anthropic' : 'openai-chat', ...listModels };
}

function toBodyRoute(body: unknown): Pick<Route, 'action' | 'model'> {
  const { model, stream } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return {
    action: stream === true ? 'streamGenerateContent' : 'generateContent',
    model: typeof model === 'string' ? model : null,
  };
}
