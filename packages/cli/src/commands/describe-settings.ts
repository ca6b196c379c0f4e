import type { Explanation, SettingVoice } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';
import { createPaint } from './create-paint.ts';
import { toColumns } from './to-columns.ts';
import { toPlainPath } from './to-plain-path.ts';

const WIDEST = 60;

/** Every setting in a line: its name, its value, who says so. */
export function describeSettings(settings: readonly Explanation[], env: CommandEnv): string {
  const paint = createPaint(env);
  const rows = settings.map(({ key, value, from }) => [
    key,
    value === undefined ? paint('dim', 'not set') : shorten(plain(toPlainValue(value), env)),
    paint('dim', from.map((voice) => plain(whereOf(voice), env)).join(', ')),
  ]);
  return `${toColumns(rows).join('\n')}\n`;
}

/** One setting: what it is, what it is for, who says so, and who is not heard. */
export function describeExplanation({ key, description, value, from, overrode }: Explanation, env: CommandEnv): string {
  const paint = createPaint(env);
  const line = (voice: SettingVoice): string =>
    `${plain(toPlainValue(voice.value), env)}  ${paint('dim', `${voice.level.replace('_', ' ')}, ${plain(whereOf(voice), env)}`)}`;
  const lines = [
    paint('bold', `${key} = ${value === undefined ? 'not set' : plain(toPlainValue(value), env)}`),
    `  ${description}`,
    ...from.map((voice) => `  from      ${line(voice)}`),
    ...overrode.toReversed().map((voice) => `  overruled ${line(voice)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** A text as it is, anything else as JSON. */
export function toPlainValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Where something is said, as an editor opens it. */
export function whereOf({ source, line }: SettingVoice): string {
  return line === undefined ? source : `${source}:${line}`;
}

function plain(text: string, { home }: CommandEnv): string {
  return toPlainPath(text, home);
}

function shorten(text: string): string {
  return text.length <= WIDEST ? text : `${text.slice(0, WIDEST - 1)}…`;
}
