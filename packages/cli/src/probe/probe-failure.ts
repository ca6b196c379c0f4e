import { AgentError, unreachable } from '@bowline/protocol';
import { createRedactor, toHttpError } from '@bowline/models';

/** Why a provider is unavailable. */
export type ProbeReason =
  | 'no_key'
  | 'wrong_key'
  | 'forbidden'
  | 'quota'
  | 'refused'
  | 'no_network'
  | 'proxy'
  | 'timeout'
  | 'certificate'
  | 'not_an_api'
  | 'trouble';

/** What failed, and the next step. Contains no key, and nothing that a server says about one. */
export interface ProbeFailure {
  readonly reason: ProbeReason;
  readonly message: string;
  readonly hint: string;
}

/** The provider and the request. */
export interface Probed {
  readonly name: string;
  readonly host: string;
  /** Where the address is set: a variable, or the settings. */
  readonly placeSource: string;
  readonly proxy: string | undefined;
  /** Where its key was found. */
  readonly keySource: string | undefined;
  readonly keyUrl: string | undefined;
  readonly secret: string | undefined;
  readonly timeoutMs: number;
}

/** The longest part of a server's message that is shown. */
const LONGEST_SAID = 240;

/** The failure for an HTTP response without a list of models. */
export function toAnswerFailure(status: number, body: string, probed: Probed): ProbeFailure {
  const { code, message } = toHttpError({ model: '', status, body });
  const said = toSaid(message.slice(': '.length), probed);
  const { host } = probed;
  switch (code) {
    case 'MODEL_AUTH':
      // Servers often repeat parts of the key here, so their message is not shown.
      return { reason: 'wrong_key', message: `The key was rejected (HTTP ${status})`, hint: newKeyHint(probed) };
    case 'MODEL_FORBIDDEN':
      return {
        reason: 'forbidden',
        message: `The key has no permission: ${said}`,
        hint: 'Check the project and the restrictions of the key, and that the API is enabled',
      };
    case 'MODEL_QUOTA':
      return { reason: 'quota', message: `The quota is used up: ${said}`, hint: 'Wait, or raise the limit' };
    case 'MODEL_UNAVAILABLE':
    case 'MODEL_TIMEOUT':
      return { reason: 'trouble', message: `${host} is unavailable (HTTP ${status})`, hint: 'Try again later' };
    default:
      return toNoApi(status, probed);
  }
}

/** The failure for a response that is not from the expected API. */
export function toNoApi(status: number, { host, placeSource }: Probed): ProbeFailure {
  return {
    reason: 'not_an_api',
    message: `${host} did not return a list of models (HTTP ${status})`,
    hint: `Check the base URL (${placeSource}). If models work there, you can ignore this`,
  };
}

/** The failure for a request without a response. */
export function toNetworkFailure(thrown: unknown, probed: Probed): ProbeFailure {
  const { host, proxy, placeSource, timeoutMs } = probed;
  if (AgentError.is(thrown)) return fromAgentError(thrown, probed);
  const kind = kindOf(thrown);
  if (kind === 'bad_key')
    return { reason: 'wrong_key', message: 'The key contains invalid characters', hint: newKeyHint(probed) };
  if (proxy !== undefined && kind !== 'certificate')
    return {
      reason: 'proxy',
      message: `Can't reach ${host} through the proxy ${proxy}: ${wordsOf(thrown)}`,
      hint: 'Check HTTPS_PROXY and that the proxy is running. To bypass it, add the host to NO_PROXY',
    };
  const checkNetwork = placeSource.startsWith('$')
    ? `Check ${placeSource} and the network. Behind a proxy, set HTTPS_PROXY`
    : NETWORK_HINT;
  switch (kind) {
    case 'refused':
      return {
        reason: 'refused',
        message: `Nothing is listening at ${host}`,
        hint: `Start it, or correct ${placeSource}`,
      };
    case 'timeout':
      return {
        reason: 'timeout',
        message: `No response from ${host} within ${timeoutMs / 1000} s`,
        hint: checkNetwork,
      };
    case 'certificate':
      return {
        reason: 'certificate',
        message: `The certificate of ${host} is not trusted: ${wordsOf(thrown)}`,
        hint: 'Behind a proxy that decrypts traffic, set NODE_EXTRA_CA_CERTS to the file with its certificate',
      };
    case 'unknown_name':
      return { reason: 'no_network', message: `Can't resolve ${host}`, hint: checkNetwork };
    case 'other':
      return { reason: 'no_network', message: `Can't reach ${host}: ${wordsOf(thrown)}`, hint: checkNetwork };
    default:
      return unreachable(kind);
  }
}

const NETWORK_HINT = 'Check the network. Behind a proxy, set HTTPS_PROXY';

/** The next step for a key that does not work. */
function newKeyHint({ name, keySource, keyUrl }: Probed): string {
  const made = keyUrl === undefined ? '' : `. Get a key at ${keyUrl}`;
  return keySource?.startsWith('$') === true
    ? `Set ${keySource.slice(1)} to a valid key${made}`
    : `Store a valid key: bowline auth set ${name}${made}`;
}

/** Errors of Bowline's HTTP client, such as a proxy that needs a password, or missing Google credentials. */
function fromAgentError({ code, message, hint }: AgentError, { proxy }: Probed): ProbeFailure {
  const said = { message, hint: hint ?? NETWORK_HINT };
  if (code === 'MODEL_AUTH') return { reason: 'wrong_key', ...said };
  if (code === 'MODEL_UNAVAILABLE') return { reason: 'trouble', ...said };
  if (message.includes('base URL')) return { reason: 'not_an_api', ...said };
  return { reason: proxy !== undefined || message.includes('proxy') ? 'proxy' : 'no_network', ...said };
}

type Kind = 'refused' | 'timeout' | 'certificate' | 'unknown_name' | 'bad_key' | 'other';

const kinds: Readonly<Record<string, Kind>> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'unknown_name',
  EAI_AGAIN: 'unknown_name',
  ERR_INVALID_CHAR: 'bad_key',
};

function kindOf(thrown: unknown): Kind {
  if (thrown instanceof Error && thrown.name === 'TimeoutError') return 'timeout';
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return 'certificate';
  return kinds[code] ?? 'other';
}

/** A network error in one line. */
function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.name === 'TimeoutError') return 'timed out';
  const code = 'code' in thrown ? String(thrown.code) : '';
  return (thrown.message === '' ? code : thrown.message).replaceAll(/\s+/g, ' ');
}

function toSaid(text: string, { secret }: Probed): string {
  const line = createRedactor(secret === undefined ? [] : [secret])(text)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > LONGEST_SAID ? `${line.slice(0, LONGEST_SAID)}…` : line;
}
