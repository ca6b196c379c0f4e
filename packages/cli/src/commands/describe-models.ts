import type { ModelInspection, ProviderProbe } from '@bowline/assembly';
import { knownNames, priceOf, toModelWish } from '@bowline/models';
import type { CommandEnv } from '../command.ts';
import { createPaint, type Paint } from './create-paint.ts';
import { describeAbsence } from './describe-provider.ts';
import { describePrice } from './describe-price.ts';
import { toColumns } from './to-columns.ts';
import { toShort } from './to-short.ts';

/** What was found. */
export interface FoundModels {
  readonly inspection: ModelInspection;
  readonly probes: readonly ProviderProbe[];
  readonly env: CommandEnv;
}

/** The whole of `bowline models` as a person reads it. */
export function describeModels(found: FoundModels): string {
  const { inspection, env } = found;
  const paint = createPaint(env);
  const lines = [
    describeAsked(inspection, env),
    '',
    paint('bold', 'Names to ask for with -m, and dollars per million tokens in / out'),
    ...describeNames(inspection),
    '',
    paint('bold', 'Providers'),
    ...describeProbes(found, paint),
  ];
  return `${lines.join('\n')}\n`;
}

function describeAsked({ asked: { name, source } }: ModelInspection, { home }: CommandEnv): string {
  const meaning = toMeaning(name);
  const as = meaning === name ? '' : `${name}, `;
  const why =
    source === 'default' ? 'the default; -m, $GEMINI_MODEL or the settings change it' : `from ${toShort(source, home)}`;
  return `Asked now: ${meaning} (${as}${why})`;
}

function describeNames({ prices }: ModelInspection): readonly string[] {
  const names = knownNames.filter((name) => toModelWish(name).kind !== 'model');
  const rows = names.map((name) => {
    const wish = toModelWish(name);
    const price = wish.kind === 'auto' ? undefined : priceOf(wish.model, undefined, prices);
    return [`  ${name}`, describePrice(price), toMeaning(name)];
  });
  return toColumns([...rows, ['  PROVIDER/MODEL', '', 'any model of a provider; bowline models PROVIDER lists them']]);
}

/** The model that a name stands for, or those between which is chosen. */
function toMeaning(name: string): string {
  const wish = toModelWish(name);
  if (wish.kind !== 'auto') return wish.model;
  return `${wish.family.pro} or ${wish.family.flash}, as each question needs`;
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
      toShort(credential ?? (outcome.state === 'no_key' ? '-' : 'no key needed'), env.home),
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
    ...(down.length === 0 ? [] : [paint('dim', `  not running: ${down.join(', ')}`)]),
    ...(lacking.length === 0 ? [] : [paint('dim', `  no key: ${lacking.join(', ')}; see bowline auth`)]),
  ];
}

function describeState({ state }: ProviderProbe['outcome'], paint: Paint): string {
  switch (state) {
    case 'reachable':
      return paint('green', 'ok');
    case 'not_asked':
      return 'unasked';
    case 'unreachable':
    case 'no_key':
    case 'not_running':
      return paint('red', 'failed');
  }
}

function describeOutcome(outcome: ProviderProbe['outcome']): string {
  switch (outcome.state) {
    case 'reachable':
      return outcome.models.length === 1 ? '1 model' : `${outcome.models.length} models`;
    case 'unreachable':
    case 'no_key':
      return outcome.failure.message;
    case 'not_running':
      return 'not running';
    case 'not_asked':
      return '';
  }
}
