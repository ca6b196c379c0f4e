import { windowOf } from '@bowline/context';
import { knownNames, pricedModels, priceOf, providerOf, toModelWish } from '@bowline/models';
import type { Picker, PickerRow } from '@bowline/tui';
import { paintCount } from '@bowline/tui';
import type { CommandEnv } from '../command.ts';
import { inspect } from '../models/inspect.ts';
import { pickerTexts } from '../texts/picker-texts.ts';

const { columns } = pickerTexts.model;

/** The models that can be chosen, with their context windows and prices. */
export function createModelPicker(
  { current, choose }: { readonly current: string | null; readonly choose: Picker['choose'] },
  env: CommandEnv,
): Picker {
  const { prices, providers, credentials } = inspect(env);
  const hasKey = (provider: string): boolean => {
    const entry = providers[provider];
    return entry !== undefined && (entry.isKeyless || credentials.places(provider, entry).length > 0);
  };
  const names = [...new Set([...knownNames, ...pricedModels])];
  const rows = names.map((name): PickerRow => {
    const wish = toModelWish(name);
    const model = wish.kind === 'auto' ? wish.family.pro : wish.model;
    const price = wish.kind === 'auto' ? undefined : priceOf(model, undefined, prices);
    const provider = providerOf(model);
    const state = [
      ...(name === current ? [pickerTexts.model.current] : []),
      ...(hasKey(provider) ? [] : [pickerTexts.model.noKey(provider)]),
      ...(wish.kind === 'model' ? [] : [pickerTexts.model.means(wish.kind === 'auto' ? '' : model)]),
    ];
    const cells = [
      paintCount(windowOf(model)).padStart(columns.context),
      toDollars(price?.input).padStart(columns.price),
      toDollars(price?.output).padStart(columns.price),
    ];
    return { id: name, text: `${name.padEnd(columns.name)}${cells.join('')}   ${state.join(', ')}`.trimEnd() };
  });
  return { ...pickerTexts.model.picker, rows, choose, ...(current === null ? {} : { first: current }) };
}

function toDollars(price: number | undefined): string {
  return price === undefined ? '-' : price.toFixed(2);
}
