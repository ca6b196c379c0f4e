import { nearestNames } from '@bowline/protocol';
import { createHttp, splitModelName, toModelWish, type Http } from '@bowline/models';
import { inspectCredentialsFile } from '../models/credentials-file.ts';
import type { ModelInspection } from '../models/inspect-models.ts';
import { baseUrlOf } from '../models/open-client.ts';
import { probeProviders, type ProviderProbe } from '../models/probe-providers.ts';
import { ok, problem, warning, type Check } from './check.ts';

/** How the network may be used. */
export interface ModelCheckOptions {
  readonly platform: string;
  readonly isOffline: boolean;
  readonly signal: AbortSignal;
}

/** The model that would be asked: who has it, with which credential, on which way, and whether it answers. */
export async function checkModels(
  inspection: ModelInspection,
  { platform, isOffline, signal }: ModelCheckOptions,
): Promise<readonly Check[]> {
  const { asked, providers, env } = inspection;
  const { name, source, provider } = asked;
  const entry = providers[provider];
  if (entry === undefined) {
    const [near] = nearestNames(provider, Object.keys(providers));
    const meant = near === undefined ? '' : `did you mean ${near}? `;
    return [
      problem('model', `there is no provider ${provider} for ${name} (${source})`, `${meant}bowline models lists them`),
      ...checkFile(inspection, platform),
    ];
  }
  const http = createHttp({ env });
  const [probe] = await probeProviders(inspection, { only: [provider], isOffline, signal, http });
  const url = baseUrlOf(entry, env).baseUrl;
  return [
    ok('model', `${describeAsked(name)} (${source === 'default' ? 'the default' : source})`),
    ...checkFile(inspection, platform),
    ...(probe === undefined ? [] : [checkCredential(probe, inspection)]),
    checkProxy(http, url, env),
    ...(probe === undefined ? [] : checkAnswer(probe, name)),
  ];
}

function describeAsked(name: string): string {
  const wish = toModelWish(name);
  return wish.kind === 'tier' ? `${wish.model}, asked for as ${name}` : name;
}

function checkFile({ credentials }: ModelInspection, platform: string): Check[] {
  const { path, isExposed } = inspectCredentialsFile(credentials.path, platform);
  return isExposed
    ? [problem('credentials', `${path} can be read by others on this machine`, `chmod 600 ${path}`)]
    : [];
}

function checkCredential({ name, credential, outcome }: ProviderProbe, { signIn }: ModelInspection): Check {
  if (outcome.state === 'no_key') {
    const instead = name === 'gemini' ? signIn : undefined;
    return problem('credentials', `${name}: ${outcome.failure.message}`, instead ?? outcome.failure.hint);
  }
  return ok('credentials', credential === undefined ? `${name} needs none` : `${name}: ${credential}`);
}

const proxyVariables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];

function checkProxy(http: Http, url: string | undefined, env: ModelInspection['env']): Check {
  const set = proxyVariables.filter((variable) => (env[variable] ?? '') !== '');
  const proxy = url === undefined ? undefined : http.proxyFor(url);
  if (proxy !== undefined) return ok('proxy', `${proxy} (${set.join(', ')})`);
  return ok('proxy', set.length === 0 ? 'none' : `none on the way to the model, although ${set.join(', ')} is set`);
}

function checkAnswer({ name, host, outcome }: ProviderProbe, wanted: string): Check[] {
  switch (outcome.state) {
    case 'reachable':
      return [checkList(outcome.models, wanted, `${host} answers`)];
    case 'unreachable':
      return [problem('network', `${name}: ${outcome.failure.message}`, outcome.failure.hint)];
    case 'not_running':
      return [problem('network', `nothing listens at ${host}`, `start ${name}`)];
    case 'no_key':
      return []; // it is said already, and nobody answers without
    case 'not_asked':
      return [ok('network', 'not tried (--offline)')];
  }
}

/** A model that is not in its provider's list is most likely mistyped. */
function checkList(models: readonly string[], wanted: string, answers: string): Check {
  const wish = toModelWish(wanted);
  const { model } = splitModelName(wish.kind === 'auto' ? wish.family.pro : wish.model);
  if (models.length === 0 || models.includes(model)) return ok('network', answers);
  const near = nearestNames(model, models).slice(0, 3);
  const fix = near.length === 0 ? 'bowline models PROVIDER lists what there is' : `did you mean ${near.join(' or ')}?`;
  return warning('network', `${answers}, but ${model} is not in its list of models`, fix);
}
