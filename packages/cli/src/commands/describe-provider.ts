import type { ModelInspection, ProviderProbe } from '@bowline/assembly';
import { priceOf, splitModelName, toModelWish } from '@bowline/models';
import { nearestNames } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { describePrice } from './describe-price.ts';
import { toColumns } from './to-columns.ts';
import { toShort } from './to-short.ts';
import { toCount } from './to-count.ts';

/** One provider, and what was found of it. */
export interface FoundProvider {
  readonly inspection: ModelInspection;
  readonly probe: ProviderProbe;
  readonly env: CommandEnv;
}

/** One provider's models as lines, each a name that can be asked for; and apart from them what is to be said about it. */
export function describeProvider({ inspection, probe, env }: FoundProvider): {
  readonly list: string;
  readonly about: string;
} {
  const { name, credential, host, outcome } = probe;
  const key = credential === undefined ? '' : `, key from ${toShort(credential, env.home)}`;
  const notes = describeAbsence(probe, inspection).map((line) => `  ${line}\n`);
  if (outcome.state === 'reachable') {
    const rows = outcome.models.map((model) => {
      const full = `${name}/${model}`;
      return [full, describePrice(priceOf(full, undefined, inspection.prices))];
    });
    const about = `${name} at ${host}${key}: ${toCount(outcome.models.length, 'model')}, dollars per million tokens in / out\n`;
    return {
      list: toColumns(rows)
        .map((line) => `${line}\n`)
        .join(''),
      about: `${about}${notes.join('')}`,
    };
  }
  const what =
    outcome.state === 'not_asked'
      ? 'not asked'
      : outcome.state === 'not_running'
        ? 'not running'
        : outcome.failure.message;
  return { list: '', about: `${name} at ${host}${key}: ${what}\n${notes.join('')}` };
}

/** What to do about a provider that cannot be had, or about a model that it does not have. */
export function describeAbsence({ name, outcome }: ProviderProbe, { asked }: ModelInspection): readonly string[] {
  switch (outcome.state) {
    case 'unreachable':
    case 'no_key':
      return [`fix: ${outcome.failure.hint}`];
    case 'reachable':
      return name === asked.provider ? describeMissing(asked.name, outcome.models) : [];
    case 'not_running':
    case 'not_asked':
      return [];
  }
}

/** A name that is not in the list is most likely mistyped; a list may also be incomplete. */
function describeMissing(asked: string, models: readonly string[]): readonly string[] {
  const wish = toModelWish(asked);
  if (wish.kind === 'auto' || models.length === 0) return [];
  const { model } = splitModelName(wish.model);
  if (models.includes(model)) return [];
  const near = nearestNames(model, models).slice(0, 3);
  return [`${model} is not among them${near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`}`];
}
