import {
  bowlineHomeOf,
  explainSetting,
  findUnknownKeys,
  listIgnoredSettings,
  requireKey,
  settingKeys,
  showSetting,
  toSettingsError,
  writeSetting,
  type Explanation,
  type OpenedSettings,
  type SettingKey,
} from '@bowline/settings';
import type { CommandEnv } from '../command.ts';
import { usageLine } from '../usage/command-table.ts';
import { EXIT } from '../exit-codes.ts';
import { usageError } from '../texts/error-text.ts';
import { settingsTexts } from '../texts/settings-texts.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { describeExplanation, describeSettings, toPlainValue, whereOf } from '../inspect/describe-settings.ts';
import { parseWords, type Words } from '../usage/parse-words.ts';
import { readSettings } from '../session/read-settings.ts';
import { toPlainPath } from '../print/to-plain-path.ts';

/** Lists, explains and changes settings. Resolves to the exit code. */
export async function runSettings(words: readonly string[], env: CommandEnv): Promise<number> {
  const parsed = parseWords(words.filter(isNoValue), { name: 'settings', names: 3 });
  // A negative number looks like a flag.
  const [verb = 'list', name, ...rest] = [...parsed.names, ...words.filter((word) => NEGATIVE.test(word))];
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (act === undefined) throw usageError(usageTexts.unknownVerb('settings', verb, Object.keys(verbs)));
  const [value, extra] = rest;
  if (extra !== undefined || (verb !== 'set' && value !== undefined))
    throw usageError(usageTexts.unexpected(extra ?? value ?? '', USAGE));
  const isForFolder = words.includes('--workspace');
  return act({ name, value, parsed, env, isForFolder, isAll: words.includes('--all') });
}

const NEGATIVE = /^-\d+(\.\d+)?$/;
const USAGE = usageLine('settings');

function isNoValue(word: string): boolean {
  return !NEGATIVE.test(word) && word !== '--workspace' && word !== '--all';
}

interface Wish {
  readonly name: string | undefined;
  readonly value: string | undefined;
  readonly parsed: Words;
  readonly env: CommandEnv;
  readonly isForFolder: boolean;
  readonly isAll: boolean;
}

const verbs: Readonly<Record<string, (wish: Wish) => number>> = { list, get, set, unset, explain, ignored };

function list({ name = '', parsed, env, isAll }: Wish): number {
  const settings = readSettings(env);
  const wanted = settingKeys.filter((key) => name === '' || key === name || key.startsWith(`${name}.`));
  if (wanted.length === 0) requireKey(name);
  const shown = wanted.map((key) => showSetting(explainSetting(settings, key), env.env));
  const said = isAll ? shown : shown.filter(({ from }) => from.some(({ level }) => level !== 'default'));
  const { problems } = settings;
  if (parsed.isJson)
    env.stdout(`${JSON.stringify({ settings: said.map(toJson), problems, unknownKeys: findUnknownKeys(settings) })}\n`);
  else if (said.length > 0) env.stdout(describeSettings(said, env));
  else env.stderr(`${settingsTexts.noneChanged}\n`);
  reportProblems(settings, env);
  return problems.length === 0 ? EXIT.ok : EXIT.failed;
}

function get({ name, parsed, env }: Wish): number {
  const settings = readSettings(env);
  const { key, value, from } = showSetting(explainSetting(settings, keyOf(name)), env.env);
  reportProblems(settings, env, key);
  if (parsed.isJson) env.stdout(`${JSON.stringify({ key, value, ...placeOf(from.at(-1)) })}\n`);
  else if (value !== undefined) env.stdout(`${toPlainValue(value)}\n`);
  return value === undefined ? EXIT.failed : EXIT.ok;
}

function explain({ name, parsed, env }: Wish): number {
  const settings = readSettings(env);
  const explanation = showSetting(explainSetting(settings, keyOf(name)), env.env);
  if (parsed.isJson) env.stdout(`${JSON.stringify(toJson(explanation))}\n`);
  else env.stdout(describeExplanation(explanation, env));
  reportProblems(settings, env, explanation.key);
  return EXIT.ok;
}

function set(wish: Wish): number {
  const { value: text, parsed, env } = wish;
  const key = keyOf(wish.name);
  if (text === undefined) throw usageError(settingsTexts.valueNeeded(key, USAGE));
  const { path, value } = writeSetting({ key, text, folder: folderOf(wish), bowlineHome: bowlineHomeOf(env.env) });
  const decider = explainSetting(readSettings(env), key).from.at(-1);
  const overruledBy = decider === undefined || decider.source === path ? null : whereOf(decider);
  if (parsed.isJson) env.stdout(`${JSON.stringify({ key, value, file: path, overruledBy })}\n`);
  else env.stdout(`${settingsTexts.changed(key, toPlainValue(value), plain(path, env))}\n`);
  if (overruledBy !== null) env.stderr(`bowline: ${settingsTexts.overriddenBy(plain(overruledBy, env))}\n`);
  return EXIT.ok;
}

function unset(wish: Wish): number {
  const { parsed, env } = wish;
  const key = keyOf(wish.name);
  const { path, wasThere } = writeSetting({ key, folder: folderOf(wish), bowlineHome: bowlineHomeOf(env.env) });
  const now = showSetting(explainSetting(readSettings(env), key), env.env);
  const decider = now.from.at(-1);
  if (parsed.isJson) env.stdout(`${JSON.stringify({ key, file: path, wasThere, now: toJson(now) })}\n`);
  else env.stdout(`${(wasThere ? settingsTexts.removed : settingsTexts.wasNotSet)(key, plain(path, env))}\n`);
  if (decider !== undefined && decider.level !== 'default')
    env.stderr(`bowline: ${settingsTexts.stillSet(key, toPlainValue(now.value), plain(whereOf(decider), env))}\n`);
  return EXIT.ok;
}

/** Lists what Bowline ignores in settings files, and in Gemini CLI's folders. */
function ignored({ name, parsed, env }: Wish): number {
  if (name !== undefined) throw usageError(usageTexts.unexpected(name, USAGE));
  const found = listIgnoredSettings(readSettings(env), env.home);
  if (parsed.isJson) env.stdout(`${JSON.stringify({ ignored: found })}\n`);
  else if (found.length === 0) env.stderr(`${settingsTexts.noneIgnored}\n`);
  for (const { text, fix } of parsed.isJson ? [] : found)
    env.stdout(`${plain(text, env)}\n${fix === undefined ? '' : `  ${settingsTexts.fix(plain(fix, env))}\n`}`);
  return EXIT.ok;
}

/** The folder whose settings are changed. It must be trusted. */
function folderOf({ isForFolder, env }: Wish): string | undefined {
  if (!isForFolder) return undefined;
  const { trust } = readSettings(env);
  if (trust?.isTrusted === true) return trust.folder;
  throw usageError(settingsTexts.notTrusted);
}

function keyOf(name: string | undefined): SettingKey {
  if (name === undefined) throw usageError(settingsTexts.keyNeeded(USAGE));
  return requireKey(name);
}

/** Reports invalid settings after the output. */
function reportProblems({ problems }: OpenedSettings, env: CommandEnv, key?: SettingKey): void {
  for (const problem of problems) {
    if (key !== undefined && problem.key !== undefined && problem.key !== key) continue;
    const { message, hint = '' } = toSettingsError(problem);
    env.stderr(`bowline: ${plain(message, env)}\n  ${hint}\n`);
  }
}

function toJson({ key, description, value, from, overrode }: Explanation): object {
  const toVoice = (voice: Explanation['from'][number]): object => ({ ...placeOf(voice), value: voice.value });
  return { key, value, description, from: from.map(toVoice), overrode: overrode.map(toVoice) };
}

function placeOf(voice: Explanation['from'][number] | undefined): object {
  if (voice === undefined) return { level: 'none' };
  const { level, source, line } = voice;
  return { level, source, ...(line === undefined ? {} : { line }) };
}

function plain(path: string, env: CommandEnv): string {
  return toPlainPath(path, env.home);
}
