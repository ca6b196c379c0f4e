import type { ModelInspection } from '@bowline/providers';
import type { ProviderProbe } from '../probe/probe-providers.ts';
import { priceOf, splitModelName, toModelWish } from '@bowline/models';
import { nearestNames } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { modelTexts } from '../texts/model-texts.ts';
import { describePrice } from './describe-price.ts';
import { toColumns } from '../print/to-columns.ts';
import { toShort } from '../print/to-short.ts';

/** A provider and its state. */
export interface FoundProvider {
  readonly inspection: ModelInspection;
  readonly probe: ProviderProbe;
  readonly env: CommandEnv;
}

/** A provider's models, one name per line, and separately a line about the provider. */
export function describeProvider({ inspection, probe, env }: FoundProvider): {
  readonly list: string;
  readonly about: string;
} {
  const { name, credential, host, outcome } = probe;
  const key = credential === undefined ? '' : modelTexts.keyFrom(toShort(credential, env.home));
  const place = modelTexts.providerAt(name, host, key);
  const notes = describeAbsence(probe, inspection).map((line) => `  ${line}\n`);
  if (outcome.state === 'reachable') {
    const rows = outcome.models.map((model) => {
      const full = `${name}/${model}`;
      return [full, describePrice(priceOf(full, undefined, inspection.prices))];
    });
    const about = `${modelTexts.providerList(place, outcome.models.length)}\n`;
    return {
      list: toColumns(rows)
        .map((line) => `${line}\n`)
        .join(''),
      about: `${about}${notes.join('')}`,
    };
  }
  const what =
    outcome.state === 'not_asked'
      ? modelTexts.isNotChecked
      : outcome.state === 'not_running'
        ? modelTexts.isNotRunning
        : outcome.failure.message;
  return { list: '', about: `${place}: ${what}\n${notes.join('')}` };
}

/** What to do about an unavailable provider, or a model that it does not list. */
export function describeAbsence({ name, outcome }: ProviderProbe, { asked }: ModelInspection): readonly string[] {
  switch (outcome.state) {
    case 'unreachable':
    case 'no_key':
      return [modelTexts.fix(outcome.failure.hint)];
    case 'reachable':
      return name === asked.provider ? describeMissing(asked.name, outcome.models) : [];
    case 'not_running':
    case 'not_asked':
      return [];
  }
}

/** A model that the provider does not list is probably mistyped; but a list can be incomplete. */
function describeMissing(asked: string, models: readonly string[]): readonly string[] {
  const wish = toModelWish(asked);
  if (wish.kind === 'auto' || models.length === 0) return [];
  const { model } = splitModelName(wish.model);
  if (models.includes(model)) return [];
  const near = nearestNames(model, models).slice(0, 3);
  return [modelTexts.notListed(model, near)];
}
