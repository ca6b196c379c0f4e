import { createHttp, type Http, type ProviderEntry } from '@bowline/models';
import type { ModelInspection } from './inspect-models.ts';
import { hasKeyHeader, headersOf } from './open-client.ts';
import { findVertexAccess, isVertexWanted } from './vertex-access.ts';

/** Where a provider's credential is, and of the credential no more than its end. */
export interface CredentialStatus {
  readonly name: string;
  readonly kind: ProviderEntry['kind'];
  /** All places that have one; the first is the one that is used. */
  readonly places: readonly string[];
  /** The key that is used, as far as it may be shown: `••••` and its last four characters. */
  readonly masked?: string;
  /** It can be asked without. */
  readonly isKeyless: boolean;
  /** Variables that may hold its key. */
  readonly variables: readonly string[];
  readonly keyUrl: string | undefined;
  /** Of Google Cloud. */
  readonly cloud?: {
    readonly account: string | undefined;
    readonly project: string | undefined;
    readonly location: string;
  };
  /** Why there is none although somebody wants it, and what to do. */
  readonly lack?: { readonly message: string; readonly hint: string };
}

/** Finds out for each provider where its credential is. Nothing is asked of a provider. */
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

/** Of a short key even its end would say too much. */
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
