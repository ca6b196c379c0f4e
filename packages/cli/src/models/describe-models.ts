import type { ModelInspection } from '@bowline/providers';
import type { ProviderProbe } from '../probe/probe-providers.ts';
import { knownNames, priceOf, toModelWish } from '@bowline/models';
import type { CommandEnv } from '../command.ts';
import { modelTexts } from '../texts/model-texts.ts';
import { createPaint, type Paint } from '../print/create-paint.ts';
import { describeAbsence } from './describe-provider.ts';
import { describePrice } from './describe-price.ts';
import { toColumns } from '../print/to-columns.ts';
import { toShort } from '../print/to-short.ts';

/** The settings for models, and the state of each provider. */
export interface FoundModels {
  readonly inspection: ModelInspection;
  readonly probes: readonly ProviderProbe[];
  readonly env: CommandEnv;
}

/** The output of `bowline models`. */
export function describeModels(found: FoundModels): string {
  const { inspection, env } = found;
  const paint = createPaint(env);
  const lines = [
    describeAsked(inspection, env),
    '',
    paint('bold', modelTexts.namesTitle),
    ...describeNames(inspection),
    '',
    paint('bold', modelTexts.providersTitle),
    ...describeProbes(found, paint),
  ];
  return `${lines.join('\n')}\n`;
}

function describeAsked({ asked: { name, source } }: ModelInspection, { home }: CommandEnv): string {
  const meaning = toMeaning(name);
  const as = meaning === name ? '' : `${name}, `;
  const why = source === 'default' ? modelTexts.isDefault : modelTexts.from(toShort(source, home));
  return modelTexts.current(meaning, `${as}${why}`);
}

function describeNames({ prices }: ModelInspection): readonly string[] {
  const names = knownNames.filter((name) => toModelWish(name).kind !== 'model');
  const rows = names.map((name) => {
    const wish = toModelWish(name);
    const price = wish.kind === 'auto' ? undefined : priceOf(wish.model, undefined, prices);
    return [`  ${name}`, describePrice(price), toMeaning(name)];
  });
  const [any, about] = modelTexts.anyModel;
  return toColumns([...rows, [`  ${any}`, '', about]]);
}

/** The model that a name means, or the two that `auto` chooses between. */
function toMeaning(name: string): string {
  const wish = toModelWish(name);
  if (wish.kind !== 'auto') return wish.model;
  return modelTexts.eitherModel(wish.family.pro, wish.family.flash);
}

function describeProbes({ inspection, probes, env }: FoundModels, paint: Paint): readonly string[] {
  const { asked, providers } = inspection;
  const isShown = ({ name, outcome: { state } }: ProviderProbe): boolean =>
    name === asked.provider || (state !== 'no_key' && state !== 'not_running');
  const shown = probes.filter(isShown);
  const rows = toColumns(
    shown.map(({ name, credential, outcome }) => [
      `  ${describeState(outcome, paint)}`,
      name,
      toShort(credential ?? (outcome.state === 'no_key' ? '-' : modelTexts.noKeyNeeded), env.home),
      describeOutcome(outcome),
    ]),
  );
  const hidden = probes.filter((probe) => !isShown(probe));
  const down = hidden.filter(({ outcome }) => outcome.state === 'not_running').map(({ name }) => name);
  const lacking = hidden.flatMap(({ name, outcome }) => {
    if (outcome.state !== 'no_key') return [];
    const [variable] = providers[name]?.keyEnv ?? [];
    return [variable === undefined ? name : `${name} (${variable})`];
  });
  return [
    ...shown.flatMap((probe, n) => [rows[n] ?? '', ...describeAbsence(probe, inspection).map((line) => `    ${line}`)]),
    ...(down.length === 0 ? [] : [paint('dim', `  ${modelTexts.notRunning(down.join(', '))}`)]),
    ...(lacking.length === 0 ? [] : [paint('dim', `  ${modelTexts.noKey(lacking.join(', '))}`)]),
  ];
}

function describeState({ state }: ProviderProbe['outcome'], paint: Paint): string {
  switch (state) {
    case 'reachable':
      return paint('green', modelTexts.states.ok);
    case 'not_asked':
      return modelTexts.states.unchecked;
    case 'unreachable':
    case 'no_key':
    case 'not_running':
      return paint('red', modelTexts.states.failed);
  }
}

function describeOutcome(outcome: ProviderProbe['outcome']): string {
  switch (outcome.state) {
    case 'reachable':
      return modelTexts.count(outcome.models.length);
    case 'unreachable':
    case 'no_key':
      return outcome.failure.message;
    case 'not_running':
      return modelTexts.isNotRunning;
    case 'not_asked':
      return '';
  }
}
