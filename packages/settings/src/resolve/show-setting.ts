import { commandEnvironment } from '../files/command-environment.ts';
import { expandAll, type Lookup } from '../files/expand-variables.ts';
import type { Explanation } from './explain-setting.ts';
import { joinValues } from './join-values.ts';
import { settingOf } from '../keys/setting-slices.ts';

/** Hides what must not appear on a screen or in a log: values of headers, and of variables that may hold a key. */
export function showSetting(explanation: Explanation, env: Readonly<Record<string, string | undefined>>): Explanation {
  const open = commandEnvironment(env);
  const lookup: Lookup = (name) => open[name];
  const show = (voices: Explanation['from']): Explanation['from'] =>
    voices.map((voice) => ({ ...voice, value: mask(voice.value, voice.written, lookup) }));
  const from = show(explanation.from);
  const { join } = settingOf(explanation.key);
  const value = from.reduce<unknown>((joined, voice) => joinValues(joined, voice.value, join), undefined);
  return { ...explanation, value, from, overrode: show(explanation.overrode) };
}

function mask(value: unknown, written: unknown, lookup: Lookup): unknown {
  const isPutIn = JSON.stringify(written).includes('$');
  return hideHeaders(isPutIn ? expandAll(written, lookup) : value);
}

function hideHeaders(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideHeaders);
  if (typeof value !== 'object' || value === null) return value;
  const hidden = Object.entries(value).map(([name, item]: [string, unknown]) => [
    name,
    name === 'headers' && typeof item === 'object' && item !== null
      ? Object.fromEntries(Object.keys(item).map((header) => [header, '…']))
      : hideHeaders(item),
  ]);
  return Object.fromEntries(hidden) as unknown;
}
