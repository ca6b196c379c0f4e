import { createHttp, type Http, type ProviderEntry } from '@bowline/models';
import type { ModelInspection } from './inspect-models.ts';
import { hasKeyHeader, headersOf } from './open-client.ts';
import { findVertexAccess, isVertexWanted } from './vertex-access.ts';

/** Where a provider's credential is. Contains at most the last characters of the credential. */
export interface CredentialStatus {
  readonly name: string;
  readonly kind: ProviderEntry['kind'];
  /** All places that hold one. The first is used. */
  readonly places: readonly string[];
  /** The key in use, masked: `••••` and its last four characters. */
  readonly masked?: string;
  /** It can be used without a key. */
  readonly isKeyless: boolean;
  /** Environment variables that may hold its key. */
  readonly variables: readonly string[];
  readonly keyUrl: string | undefined;
  /** For Google Cloud. */
  readonly cloud?: {
    readonly account: string | undefined;
    readonly project: string | undefined;
    readonly location: string;
  };
  /** Why there is no credential although it is configured, and what to do. */
  readonly lack?: { readonly message: string; readonly hint: string };
}

/** Finds where each provider's credential is, without contacting the provider. */
export async function inspectCredentials(
  inspection: ModelInspection,
  { isOffline = false }: { readonly isOffline?: boolean } = {},
): Promise<readonly CredentialStatus[]> {
  const http = createHttp({ env: inspection.env });
  return await Promise.all(
    Object.entries(inspection.providers).map(async ([name, entry]) =>
      entry.kind === 'vertex'
        ? await ofVertex({ name, entry, inspection }, { http, isOffline })
        : ofKey({ name, entry, inspection }),
    ),
  );
}

interface Subject {
  readonly name: string;
  readonly entry: ProviderEntry;
  readonly inspection: ModelInspection;
}

function ofKey({ name, entry, inspection }: Subject): CredentialStatus {
  const { env, credentials } = inspection;
  const isInSettings = hasKeyHeader(entry.headers ?? {});
  const isInVariable = entry.kind === 'gemini' && hasKeyHeader(headersOf({ ...entry, headers: {} }, env));
  const key = credentials.find(name, entry)?.apiKey;
  return {
    ...about(name, entry),
    ...(key === undefined ? {} : { masked: mask(key) }),
    places: [
      ...credentials.places(name, entry),
      ...(isInSettings ? ['a header in the settings'] : []),
      ...(isInVariable ? ['$GEMINI_CLI_CUSTOM_HEADERS'] : []),
    ],
  };
}

/** Even the last characters of a short key would reveal too much. */
function mask(key: string): string {
  return `••••${key.length < 16 ? '' : key.slice(-4)}`;
}

async function ofVertex(
  { name, entry, inspection }: Subject,
  network: { readonly http: Http; readonly isOffline: boolean },
): Promise<CredentialStatus> {
  const { env, asked } = inspection;
  const isWanted = asked.provider === name || isVertexWanted(env);
  const access = await findVertexAccess({ env, isWanted, ...network });
  const status = about(name, entry);
  if (access.kind === 'none') {
    const { message, hint } = access;
    return { ...status, places: [], ...(isWanted ? { lack: { message, hint } } : {}) };
  }
  if (access.kind === 'express') return { ...status, places: [access.source] };
  const { source, account, project, location } = access;
  const cloud = { account, project, location };
  return { ...status, places: [source], cloud };
}

function about(name: string, { kind, keyEnv, keyUrl, isKeyless }: ProviderEntry): Omit<CredentialStatus, 'places'> {
  return { name, kind, isKeyless: isKeyless === true, variables: keyEnv, keyUrl };
}
