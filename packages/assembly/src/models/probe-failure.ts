import { AgentError, unreachable } from '@bowline/protocol';
import { createRedactor, toHttpError } from '@bowline/models';

/** Why a provider cannot be asked. */
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

/** What failed, and what to do about it. Holds no key, and nothing that a server says about one. */
export interface ProbeFailure {
  readonly reason: ProbeReason;
  readonly message: string;
  readonly hint: string;
}

/** Who was asked, and how. */
export interface Probed {
  readonly name: string;
  readonly host: string;
  /** What to change when the place is wrong: a variable, or the settings. */
  readonly placeSource: string;
  readonly proxy: string | undefined;
  /** Where its key was found. */
  readonly keySource: string | undefined;
  readonly keyUrl: string | undefined;
  readonly secret: string | undefined;
  readonly timeoutMs: number;
}

/** How much of what a server says is shown. */
const LONGEST_SAID = 240;

/** An answer that is no list of models. */
export function toAnswerFailure(status: number, body: string, probed: Probed): ProbeFailure {
  const { code, message } = toHttpError({ model: '', status, body });
  const said = toSaid(message.slice(': '.length), probed);
  const { host } = probed;
  switch (code) {
    case 'MODEL_AUTH':
      // What servers say here often repeats the beginning and the end of the key.
      return { reason: 'wrong_key', message: `the key is not accepted (HTTP ${status})`, hint: newKeyHint(probed) };
    case 'MODEL_FORBIDDEN':
      return {
        reason: 'forbidden',
        message: `the key may not be used for this: ${said}`,
        hint: 'check the project of the key, its restrictions, and that the API is switched on',
      };
    case 'MODEL_QUOTA':
      return { reason: 'quota', message: `there is no quota: ${said}`, hint: 'wait, or raise the limit there' };
    case 'MODEL_UNAVAILABLE':
    case 'MODEL_TIMEOUT':
      return { reason: 'trouble', message: `${host} has trouble (HTTP ${status})`, hint: 'try again in a while' };
    default:
      return toNoApi(status, probed);
  }
}

/** Something answers there, but not what was expected. */
export function toNoApi(status: number, { host, placeSource }: Probed): ProbeFailure {
  return {
    reason: 'not_an_api',
    message: `${host} answers, but not with a list of models (HTTP ${status})`,
    hint: `check the base URL (${placeSource}); if models answer there all the same, it only has no list`,
  };
}

/** No answer at all. */
export function toNetworkFailure(thrown: unknown, probed: Probed): ProbeFailure {
  const { host, proxy, placeSource, timeoutMs } = probed;
  if (AgentError.is(thrown)) return fromAgentError(thrown, probed);
  const kind = kindOf(thrown);
  if (kind === 'bad_key')
    return { reason: 'wrong_key', message: 'the key has characters that no key has', hint: newKeyHint(probed) };
  if (proxy !== undefined && kind !== 'certificate')
    return {
      reason: 'proxy',
      message: `no way to ${host} through the proxy ${proxy}: ${wordsOf(thrown)}`,
      hint: 'check HTTPS_PROXY, and that the proxy is up; NO_PROXY names who is reached without it',
    };
  const checkNetwork = placeSource.startsWith('$') ? `check ${placeSource}; or ${NETWORK_HINT}` : NETWORK_HINT;
  switch (kind) {
    case 'refused':
      return { reason: 'refused', message: `nothing listens at ${host}`, hint: `start it, or correct ${placeSource}` };
    case 'timeout':
      return { reason: 'timeout', message: `no answer from ${host} in ${timeoutMs / 1000} s`, hint: checkNetwork };
    case 'certificate':
      return {
        reason: 'certificate',
        message: `the certificate of ${host} is not trusted: ${wordsOf(thrown)}`,
        hint: 'behind a proxy that reads along, set NODE_EXTRA_CA_CERTS to the file with its certificate',
      };
    case 'unknown_name':
      return { reason: 'no_network', message: `the name ${host} is not known here`, hint: checkNetwork };
    case 'other':
      return { reason: 'no_network', message: `no way to ${host}: ${wordsOf(thrown)}`, hint: checkNetwork };
    default:
      return unreachable(kind);
  }
}

const NETWORK_HINT = 'check the network; behind a proxy, set HTTPS_PROXY';

/** What to do about a key that does not work. */
function newKeyHint({ name, keySource, keyUrl }: Probed): string {
  const made = keyUrl === undefined ? '' : `; keys are made at ${keyUrl}`;
  return keySource?.startsWith('$') === true
    ? `set ${keySource.slice(1)} to one that works${made}`
    : `store one that works: bowline auth set ${name}${made}`;
}

/** What our own way to the network refuses, such as a proxy that wants a password, or what Google's credentials lack. */
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

/** What the network says, in one line. */
function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.name === 'TimeoutError') return 'no answer in time';
  const code = 'code' in thrown ? String(thrown.code) : '';
  return (thrown.message === '' ? code : thrown.message).replaceAll(/\s+/g, ' ');
}

function toSaid(text: string, { secret }: Probed): string {
  const line = createRedactor(secret === undefined ? [] : [secret])(text)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > LONGEST_SAID ? `${line.slice(0, LONGEST_SAID)}…` : line;
}
