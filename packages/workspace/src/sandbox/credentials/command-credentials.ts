import type { Socket } from 'node:net';
import { createAuthority, type Authority } from './create-authority.ts';
import { parseCredentialHost, type Credential } from './credential.ts';
import { createPlaceholder } from './create-placeholder.ts';
import type { TokenPair } from './put-token.ts';
import { relayWithTokens } from './relay-with-tokens.ts';
import { openTrustedRoots, type TrustedRoots } from './trusted-roots.ts';

/** What a command gets inside the sandbox so that its programs use placeholders and trust the proxy. */
export interface InsideCredentials {
  readonly environment: Readonly<Record<string, string>>;
  readonly git: readonly (readonly [string, string])[];
  /** Files that exist only inside, by path. */
  readonly files: readonly (readonly [path: string, content: string])[];
}

/** All trusted certificates, for programs that replace their own list with one file. */
const BUNDLE = '/run/bowline-authorities.pem';
/** Additional trusted certificates, for programs that add to their own list. */
const EXTRA = '/run/bowline-authority.pem';

const BUNDLE_VARIABLES =
  'SSL_CERT_FILE CURL_CA_BUNDLE REQUESTS_CA_BUNDLE PIP_CERT GIT_SSL_CAINFO CARGO_HTTP_CAINFO npm_config_cafile YARN_HTTPS_CA_FILE_PATH AWS_CA_BUNDLE BUNDLE_SSL_CA_CERT COMPOSER_CAFILE HEX_CACERTS_PATH NIX_SSL_CERT_FILE'.split(
    ' ',
  );
const EXTRA_VARIABLES = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'];

interface Place {
  readonly host: string;
  readonly port: number;
  readonly pairs: readonly TokenPair[];
  certificate?: ReturnType<Authority['issue']>;
}

/**
 * The credentials of one command: its own placeholders and certificate authority, which are useless elsewhere or later.
 */
export class CommandCredentials {
  readonly inside: InsideCredentials;
  readonly #places: readonly Place[];
  readonly #authority: Authority;
  readonly #roots: TrustedRoots;

  constructor(credentials: readonly Credential[]) {
    const roots = openTrustedRoots(credentials.find(({ authorities }) => authorities !== undefined)?.authorities);
    this.#roots = roots;
    const variables = new Map(credentials.map(({ variable, token }) => [variable, token]));
    const placeholders = new Map(Array.from(variables, ([variable, token]) => [variable, createPlaceholder(token)]));
    const placed = credentials.map(({ host, variable, token }) => {
      const placeholder = placeholders.get(variable) ?? '';
      return { ...parseCredentialHost(host), variable, pair: { token, placeholder } };
    });
    const names = new Set(placed.map(({ host, port }) => `${host} ${port}`));
    this.#places = Array.from(names, (name) => {
      const [host = '', port = ''] = name.split(' ');
      const here = placed.filter((each) => each.host === host && each.port === Number(port));
      return { host, port: Number(port), pairs: here.map(({ pair }) => pair) };
    });
    this.#authority = createAuthority([...new Set(placed.map(({ host }) => host))]);
    this.inside = toInside(placed, { placeholders, roots, certificate: this.#authority.certificate });
  }

  /** Handles connections to a host with a credential. Undefined if it has none. */
  relayFor(host: string, port: number): ((client: Socket, address: string) => void) | undefined {
    const place = this.#places.find((each) => each.host === host && each.port === port);
    if (place === undefined) return undefined;
    return (client, address) => {
      const certificate = (place.certificate ??= this.#authority.issue(host));
      relayWithTokens(client, { host, port, address, pairs: place.pairs, certificate, context: this.#roots.context });
    };
  }
}

interface Placed {
  readonly host: string;
  readonly port: number;
  readonly variable: string;
  readonly pair: TokenPair;
}

function toInside(
  placed: readonly Placed[],
  {
    placeholders,
    certificate,
    roots: { system, extra },
  }: {
    readonly placeholders: ReadonlyMap<string, string>;
    readonly certificate: string;
    readonly roots: TrustedRoots;
  },
): InsideCredentials {
  const toAddress = ({ host, port }: Placed): string => `${host}${port === 443 ? '' : `:${port}`}`;
  return {
    files: [
      [BUNDLE, system + extra + certificate],
      [EXTRA, extra + certificate],
    ],
    environment: {
      ...Object.fromEntries(placeholders),
      ...Object.fromEntries(BUNDLE_VARIABLES.map((name) => [name, BUNDLE])),
      ...Object.fromEntries(EXTRA_VARIABLES.map((name) => [name, EXTRA])),
      // npm's settings as variables, since the home folder with its settings file is hidden.
      ...Object.fromEntries(
        placed.map((each) => [`npm_config_//${toAddress(each)}/:_authToken`, each.pair.placeholder]),
      ),
    },
    git: placed.map((each) => [
      `credential.https://${toAddress(each)}.helper`,
      `!f() { test "$1" = get && printf 'username=x-access-token\\npassword=%s\\n' "$${each.variable}"; }; f`,
    ]),
  };
}
