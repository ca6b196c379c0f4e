import { AgentError } from '@bowline/protocol';

/** The destination of a request, for the hint. */
export interface Target {
  readonly model: string;
  /** The server of the request. */
  readonly url: string;
  /** The proxy of the request, if any. */
  readonly proxy?: string | undefined;
}

/** Converts an error on the way to a provider to one that explains it and suggests a fix. */
export function toNetworkError(thrown: unknown, target: Target): AgentError {
  if (AgentError.is(thrown)) return thrown;
  const { model } = target;
  const text = wordsOf(thrown);
  return new AgentError('MODEL_UNREACHABLE', `Cannot reach ${model}: ${text || codeOf(thrown)}${causeOf(thrown)}`, {
    hint: hintOf(codeOf(thrown), target),
    retryable: true,
    cause: thrown,
  });
}

/** The error for a response that is not a valid answer. */
export function toInvalidAnswer(model: string, what: string, cause?: unknown): AgentError {
  const hint = 'Try again. If it happens again, something between you and the model changes its responses';
  return new AgentError('MODEL_INVALID_ANSWER', `${model} ${what}`, { hint, retryable: true, cause });
}

/** Node reports "aborted" for a connection that the other side closed. */
function wordsOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text === 'aborted' || text === 'terminated' ? 'the connection was lost' : text;
}

function hintOf(code: string, { url, proxy }: Target): string {
  const host = hostOf(url);
  if (proxy !== undefined)
    return `Requests go through the proxy ${hostOf(proxy)} (HTTPS_PROXY). Check that it is correct and running`;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Cannot resolve ${host}. Check the network. Behind a proxy, set HTTPS_PROXY`;
    case 'ECONNREFUSED':
      return `Nothing listens at ${host}. Check the base URL, and that the server is running`;
    case 'ETIMEDOUT':
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return `No route to ${host}. Check the network. Behind a proxy, set HTTPS_PROXY`;
    default:
      return `Check the network connection to ${host}, and the proxy if you use one`;
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'that was set';
}

function codeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return '';
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return 'cause' in thrown ? codeOf(thrown.cause) : '';
}

function causeOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error ? ` (${cause.message})` : '';
}
