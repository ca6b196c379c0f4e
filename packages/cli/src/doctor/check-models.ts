import { nearestNames } from '@bowline/protocol';
import { createHttp, splitModelName, toModelWish, type Http } from '@bowline/models';
import { inspectCredentialsFile } from '@bowline/providers';
import type { ModelInspection } from '@bowline/providers';
import { baseUrlOf } from '@bowline/providers';
import { probeProviders, type ProviderProbe } from '../probe/probe-providers.ts';
import { ok, problem, warning, type Check } from './check.ts';

/** The options of the check. */
export interface ModelCheckOptions {
  readonly platform: string;
  readonly isOffline: boolean;
  readonly signal: AbortSignal;
}

/** Checks the current model: its provider, credentials, proxy and connection. */
export async function checkModels(
  inspection: ModelInspection,
  { platform, isOffline, signal }: ModelCheckOptions,
): Promise<readonly Check[]> {
  const { asked, providers, env } = inspection;
  const { name, source, provider } = asked;
  const entry = providers[provider];
  if (entry === undefined) {
    const [near] = nearestNames(provider, Object.keys(providers));
    const meant = near === undefined ? '' : `Did you mean ${near}? `;
    return [
      problem(
        'model',
        `Unknown provider ${provider} for ${name} (from ${source})`,
        `${meant}Run bowline models to list them`,
      ),
      ...checkFile(inspection, platform),
    ];
  }
  const http = createHttp({ env });
  const [probe] = await probeProviders(inspection, { only: [provider], isOffline, signal, http });
  const url = baseUrlOf(entry, env).baseUrl;
  return [
    ok('model', `${describeAsked(name)} (${source === 'default' ? 'default' : `from ${source}`})`),
    ...checkFile(inspection, platform),
    ...(probe === undefined ? [] : [checkCredential(probe, inspection)]),
    checkProxy(http, url, env),
    ...(probe === undefined ? [] : checkAnswer(probe, name)),
  ];
}

function describeAsked(name: string): string {
  const wish = toModelWish(name);
  return wish.kind === 'tier' ? `${name}: ${wish.model}` : name;
}

function checkFile({ credentials }: ModelInspection, platform: string): Check[] {
  const { path, isExposed } = inspectCredentialsFile(credentials.path, platform);
  return isExposed
    ? [problem('credentials', `Other users of this machine can read ${path}`, `Run chmod 600 ${path}`)]
    : [];
}

function checkCredential({ name, credential, outcome }: ProviderProbe, { signIn }: ModelInspection): Check {
  if (outcome.state === 'no_key') {
    const instead = name === 'gemini' ? signIn : undefined;
    return problem('credentials', `${name}: ${outcome.failure.message}`, instead ?? outcome.failure.hint);
  }
  return ok('credentials', credential === undefined ? `${name} needs no key` : `${name}: ${credential}`);
}

const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];

function checkProxy(http: Http, url: string | undefined, env: ModelInspection['env']): Check {
  const set = proxyVariables.filter((variable) => (env[variable] ?? '') !== '');
  const proxy = url === undefined ? undefined : http.proxyFor(url);
  if (proxy !== undefined) return ok('proxy', `${proxy} (${set.join(', ')})`);
  return ok('proxy', set.length === 0 ? 'none' : `not used for this model, although ${set.join(', ')} is set`);
}

function checkAnswer({ name, host, outcome }: ProviderProbe, wanted: string): Check[] {
  switch (outcome.state) {
    case 'reachable':
      return [checkList(outcome.models, wanted, `connected to ${host}`)];
    case 'unreachable':
      return [problem('network', `${name}: ${outcome.failure.message}`, outcome.failure.hint)];
    case 'not_running':
      return [problem('network', `Nothing is listening at ${host}`, `Start ${name}`)];
    case 'no_key':
      return []; // reported by the credentials check
    case 'not_asked':
      return [ok('network', 'not checked (--offline)')];
  }
}

/** A model that its provider does not list is probably mistyped. */
function checkList(models: readonly string[], wanted: string, answers: string): Check {
  const wish = toModelWish(wanted);
  const { model } = splitModelName(wish.kind === 'auto' ? wish.family.pro : wish.model);
  if (models.length === 0 || models.includes(model)) return ok('network', answers);
  const near = nearestNames(model, models).slice(0, 3);
  const fix =
    near.length === 0 ? 'Run bowline models PROVIDER to list its models' : `Did you mean ${near.join(' or ')}?`;
  return warning('network', `${answers}, but it does not list ${model}`, fix);
}
