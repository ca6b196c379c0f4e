import type { Explanation, SettingSource } from '@bowline/settings';
import type { CommandEnv } from '../command.ts';
import { settingsTexts } from '../texts/settings-texts.ts';
import { createPaint } from '../print/create-paint.ts';
import { toColumns } from '../print/to-columns.ts';
import { toPlainPath } from '../print/to-plain-path.ts';

const WIDEST = 60;

/** One line per setting: its key, value and source. */
export function describeSettings(settings: readonly Explanation[], env: CommandEnv): string {
  const paint = createPaint(env);
  const rows = settings.map(({ key, value, from }) => [
    key,
    value === undefined ? paint('dim', settingsTexts.notSet) : shorten(plain(toPlainValue(value), env)),
    paint('dim', from.map((voice) => plain(whereOf(voice), env)).join(', ')),
  ]);
  return `${toColumns(rows).join('\n')}\n`;
}

/** One setting: its value, description, source, and what it overrides. */
export function describeExplanation({ key, description, value, from, overrode }: Explanation, env: CommandEnv): string {
  const paint = createPaint(env);
  const line = (voice: SettingSource): string =>
    `${plain(toPlainValue(voice.value), env)}  ${paint('dim', settingsTexts.place(voice.level, plain(whereOf(voice), env)))}`;
  const lines = [
    paint('bold', `${key} = ${value === undefined ? settingsTexts.notSet : plain(toPlainValue(value), env)}`),
    `  ${description}`,
    ...from.map((voice) => `  ${settingsTexts.from} ${line(voice)}`),
    ...overrode.toReversed().map((voice) => `  ${settingsTexts.overridden} ${line(voice)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** A string unchanged, anything else as JSON. */
export function toPlainValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The source of a value as FILE:LINE. */
export function whereOf({ source, line }: SettingSource): string {
  return line === undefined ? source : `${source}:${line}`;
}

function plain(text: string, { home }: CommandEnv): string {
  return toPlainPath(text, home);
}

function shorten(text: string): string {
  return text.length <= WIDEST ? text : `${text.slice(0, WIDEST - 1)}…`;
}
