import { probeProviders, type ProviderProbe } from '../probe/probe-providers.ts';
import { type ModelInspection } from '@bowline/providers';
import { knownNames, priceOf, toModelWish } from '@bowline/models';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { modelTexts } from '../texts/model-texts.ts';
import { describeModels } from '../models/describe-models.ts';
import { describeProvider } from '../models/describe-provider.ts';
import { inspect } from '../models/inspect.ts';
import { parseWords } from '../usage/parse-words.ts';
import { unknownProvider } from '../models/unknown-provider.ts';
import { WaitingLine } from '../print/waiting-line.ts';

/** Lists models and checks that they are available. Resolves to the exit code. */
export async function runModels(words: readonly string[], env: CommandEnv): Promise<number> {
  const { names, isJson, isOffline, model } = parseWords(words, { name: 'models', names: 1 });
  const inspection = inspect(env, model);
  const [named] = names;
  const known = Object.keys(inspection.providers);
  const wanted = named ?? inspection.asked.provider;
  const { asked } = inspection;
  if (!known.includes(wanted))
    throw unknownProvider(wanted, known, named === undefined ? modelTexts.forModel(asked.name, asked.source) : '');
  const only = named === undefined ? undefined : [named];
  const waiting = new WaitingLine(env);
  const probes = await probeProviders(inspection, {
    only,
    isOffline,
    signal: env.signal,
    onWaiting: (awaited) => {
      waiting.show(awaited);
    },
  }).finally(() => {
    waiting.close();
  });
  if (env.signal.aborted) return EXIT.aborted;
  const probe = probes.find(({ name }) => name === wanted);
  if (isJson) env.stdout(`${JSON.stringify(toJson(inspection, probes))}\n`);
  else if (named === undefined) env.stdout(describeModels({ inspection, probes, env }));
  else if (probe !== undefined) tell(describeProvider({ inspection, probe, env }), env);
  return codeOf(probe);
}

/** Only the list goes to stdout, for pipes. */
function tell({ list, about }: { readonly list: string; readonly about: string }, env: CommandEnv): void {
  env.stderr(about);
  env.stdout(list);
}

function codeOf(probe: ProviderProbe | undefined): number {
  switch (probe?.outcome.state) {
    case 'reachable':
    case 'not_asked':
      return EXIT.ok;
    case 'no_key':
      return EXIT.auth;
    case 'unreachable':
      return probe.outcome.failure.reason === 'wrong_key' ? EXIT.auth : EXIT.failed;
    case 'not_running':
    case undefined:
      return EXIT.failed;
  }
}

function toJson({ asked, prices }: ModelInspection, probes: readonly ProviderProbe[]): object {
  return {
    asked,
    names: knownNames.map((name) => {
      const wish = toModelWish(name);
      const { pro, flash } = wish.family;
      const models = wish.kind === 'auto' ? [pro, flash] : [wish.model];
      const [only = ''] = models;
      return {
        name,
        kind: wish.kind,
        models,
        price: models.length === 1 ? priceOf(only, undefined, prices) : undefined,
      };
    }),
    providers: probes.map(({ outcome, ...probe }) => ({ ...probe, ...outcome })),
  };
}
