import { AgentError, unreachable } from '@bowline/protocol';
import { createRedactor, toHttpError } from '@bowline/models';
import { probeTexts } from '../texts/probe-texts.ts';

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
      return { reason: 'wrong_key', ...probeTexts.rejected(status, newKeyHint(probed)) };
    case 'MODEL_FORBIDDEN':
      return { reason: 'forbidden', ...probeTexts.forbidden(said) };
    case 'MODEL_QUOTA':
      return { reason: 'quota', ...probeTexts.quota(said) };
    case 'MODEL_UNAVAILABLE':
    case 'MODEL_TIMEOUT':
      return { reason: 'trouble', ...probeTexts.unavailable(host, status) };
    default:
      return toNoApi(status, probed);
  }
}

/** The failure for a response that is not from the expected API. */
export function toNoApi(status: number, { host, placeSource }: Probed): ProbeFailure {
  return { reason: 'not_an_api', ...probeTexts.notAnApi(host, status, placeSource) };
}

/** The failure for a request without a response. */
export function toNetworkFailure(thrown: unknown, probed: Probed): ProbeFailure {
  const { host, proxy, placeSource, timeoutMs } = probed;
  if (AgentError.is(thrown)) return fromAgentError(thrown, probed);
  const kind = kindOf(thrown);
  if (kind === 'bad_key') return { reason: 'wrong_key', ...probeTexts.strangeKey(newKeyHint(probed)) };
  if (proxy !== undefined && kind !== 'certificate')
    return { reason: 'proxy', ...probeTexts.proxy(host, proxy, wordsOf(thrown)) };
  const checkNetwork = placeSource.startsWith('$') ? probeTexts.checkAddress(placeSource) : probeTexts.checkNetwork;
  switch (kind) {
    case 'refused':
      return { reason: 'refused', ...probeTexts.refused(host, placeSource) };
    case 'timeout':
      return { reason: 'timeout', ...probeTexts.timeout(host, timeoutMs / 1000, checkNetwork) };
    case 'certificate':
      return { reason: 'certificate', ...probeTexts.certificate(host, wordsOf(thrown)) };
    case 'unknown_name':
      return { reason: 'no_network', ...probeTexts.unknownName(host, checkNetwork) };
    case 'other':
      return { reason: 'no_network', ...probeTexts.noNetwork(host, wordsOf(thrown), checkNetwork) };
    default:
      return unreachable(kind);
  }
}

/** The next step for a key that does not work. */
function newKeyHint({ name, keySource, keyUrl }: Probed): string {
  return keySource?.startsWith('$') === true
    ? probeTexts.setKey(keySource.slice(1), keyUrl)
    : probeTexts.storeKey(name, keyUrl);
}

/** Errors of Bowline's HTTP client, such as a proxy that needs a password, or missing Google credentials. */
function fromAgentError({ code, message, hint }: AgentError, { proxy }: Probed): ProbeFailure {
  const said = { message, hint: hint ?? probeTexts.checkNetwork };
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
  if (thrown.name === 'TimeoutError') return probeTexts.timedOut;
  const code = 'code' in thrown ? String(thrown.code) : '';
  return (thrown.message === '' ? code : thrown.message).replaceAll(/\s+/g, ' ');
}

function toSaid(text: string, { secret }: Probed): string {
  const line = createRedactor(secret === undefined ? [] : [secret])(text)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > LONGEST_SAID ? `${line.slice(0, LONGEST_SAID)}…` : line;
}
