import { findWebSearchProblem } from '@bowline/providers';
import type { OpenedSettings } from '@bowline/settings';
import { ok, warning, type Check } from './check.ts';

/** Checks the search engine in the settings; nothing without one. */
export function checkWebSearch({ values, env }: Pick<OpenedSettings, 'values' | 'env'>): readonly Check[] {
  const { webSearch } = values;
  if (webSearch === undefined) return [];
  const found = findWebSearchProblem({ settings: webSearch, env });
  return [found === undefined ? ok('web search', webSearch.provider) : warning('web search', found)];
}
