import { nearestNames } from '@bowline/protocol';
import { createHttp, splitModelName, toModelWish, type Http } from '@bowline/models';
import { inspectCredentialsFile } from '@bowline/providers';
import type { ModelInspection } from '@bowline/providers';
import { baseUrlOf } from '@bowline/providers';
import { probeProviders, type ProviderProbe } from '../probe/probe-providers.ts';
import { modelCheckTexts } from '../texts/doctor-texts.ts';
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
    return [
      problem('model', modelCheckTexts.unknownProvider(provider, near, { name, source })),
      ...checkFile(inspection, platform),
    ];
  }
  const http = createHttp({ env });
  const [probe] = await probeProviders(inspection, { only: [provider], isOffline, signal, http });
  const url = baseUrlOf(entry, env).baseUrl;
  return [
    ok('model', modelCheckTexts.current(describeAsked(name), source)),
    ...checkFile(inspection, platform),
    ...(probe === undefined ? [] : [checkCredential(probe, inspection)]),
    checkProxy(http, url, env),
    ...(probe === undefined ? [] : checkAnswer(probe, name)),
  ];
}

function describeAsked(name: string): string {
  const wish = toModelWish(name);
  return wish.kind === 'tier' ? modelCheckTexts.tier(name, wish.model) : name;
}

function checkFile({ credentials }: ModelInspection, platform: string): Check[] {
  const { path, isExposed } = inspectCredentialsFile(credentials.path, platform);
  return isExposed ? [problem('credentials', modelCheckTexts.exposedFile(path))] : [];
}

function checkCredential({ name, credential, outcome }: ProviderProbe, { signIn }: ModelInspection): Check {
  if (outcome.state === 'no_key') {
    const { message, hint } = outcome.failure;
    const instead = name === 'gemini' ? signIn : undefined;
    return problem('credentials', { message: modelCheckTexts.ofProvider(name, message), hint: instead ?? hint });
  }
  const { noKeyNeeded, ofProvider } = modelCheckTexts;
  return ok('credentials', credential === undefined ? noKeyNeeded(name) : ofProvider(name, credential));
}

const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];

function checkProxy(http: Http, url: string | undefined, env: ModelInspection['env']): Check {
  const set = proxyVariables.filter((variable) => (env[variable] ?? '') !== '').join(', ');
  const proxy = url === undefined ? undefined : http.proxyFor(url);
  if (proxy !== undefined) return ok('proxy', modelCheckTexts.proxy(proxy, set));
  return ok('proxy', set === '' ? modelCheckTexts.noProxy : modelCheckTexts.unusedProxy(set));
}

function checkAnswer({ name, host, outcome }: ProviderProbe, wanted: string): Check[] {
  switch (outcome.state) {
    case 'reachable':
      return [checkList(outcome.models, wanted, host)];
    case 'unreachable': {
      const { message, hint } = outcome.failure;
      return [problem('network', { message: modelCheckTexts.ofProvider(name, message), hint })];
    }
    case 'not_running':
      return [problem('network', modelCheckTexts.notRunning(name, host))];
    case 'no_key':
      return []; // reported by the credentials check
    case 'not_asked':
      return [ok('network', modelCheckTexts.notChecked)];
  }
}

/** A model that its provider does not list is probably mistyped. */
function checkList(models: readonly string[], wanted: string, host: string): Check {
  const wish = toModelWish(wanted);
  const { model } = splitModelName(wish.kind === 'auto' ? wish.family.pro : wish.model);
  if (models.length === 0 || models.includes(model)) return ok('network', modelCheckTexts.connected(host));
  const near = nearestNames(model, models).slice(0, 3);
  return warning('network', modelCheckTexts.notListed(host, model, near));
}
