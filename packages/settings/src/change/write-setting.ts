import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { toRealPath } from '@bowline/guard';
import { writeWholeFile } from '@bowline/workspace';
import { editSettings } from './edit-settings.ts';
import { findGeminiKey, guessKey } from '../keys/known-keys.ts';
import { parseSetting } from '../files/parse-setting.ts';
import { parseSettingsFile } from '../files/parse-settings-file.ts';
import { isSettingKey, settingOf, type SettingKey } from '../keys/setting-slices.ts';
import { toSettingsError } from '../resolve/settings-error.ts';

/** A change to one settings file. */
export interface SettingChange {
  readonly key: SettingKey;
  /** The value as typed: plain text or JSON. Undefined removes the setting. */
  readonly text?: string | undefined;
  /** The trusted folder whose settings to change. Default: the user's own settings. */
  readonly folder?: string | undefined;
  readonly bowlineHome: string;
}

/** The result of a change. */
export interface SettingChanged {
  readonly path: string;
  readonly value: unknown;
  readonly wasThere: boolean;
}

/** Returns the key with this name, or throws an error that suggests one. */
export function requireKey(name: string): SettingKey {
  if (isSettingKey(name)) return name;
  const theirs = findGeminiKey(name);
  if (theirs !== undefined) {
    const { state, note = state === 'later' ? 'It is not supported yet' : 'It does not apply to Bowline' } = theirs;
    throw wrong(`Bowline ignores the Gemini CLI setting ${name}${state === 'later' ? ' for now' : ''}`, note);
  }
  const guess = guessKey(name);
  throw wrong(
    `Unknown setting: ${name}`,
    guess === undefined || guess === name
      ? 'Run bowline settings list --all to list the settings'
      : `Did you mean ${guess}?`,
  );
}

/** Changes one of Bowline's settings files atomically, after validating the result. */
export function writeSetting({ key, text, folder, bowlineHome }: SettingChange): SettingChanged {
  if (folder !== undefined && settingOf(key).isPersonal === true)
    throw wrong(
      `${key} is ignored in project settings`,
      'Set it in your own settings: run the command without --workspace',
    );
  const path = folder === undefined ? join(bowlineHome, 'settings.json') : join(folder, '.bowline', 'settings.json');
  const value = text === undefined ? undefined : toValue(key, text);
  const before = readText(path);
  const entry = parse(path, before).get(key);
  const after = editSettings(before, key, value);
  const isDone = JSON.stringify(parse(path, after).get(key)?.written) === JSON.stringify(value);
  if (!isDone) throw wrong(`Cannot change ${path}: it contains ${key} more than once`, 'Edit the file');
  // Keeps a link and the permissions of the file.
  const target = toRealPath(path) ?? path;
  const mode = statSync(target, { throwIfNoEntry: false })?.mode ?? (folder === undefined ? 0o600 : 0o644);
  if (after !== before) writeWholeFile(target, after, { mode: mode & 0o777 });
  return { path, value, wasThere: entry !== undefined };
}

/** Converts typed text into the value to write. */
function toValue(key: SettingKey, text: string): unknown {
  const parsed = parseSetting(key, text, { isText: true });
  if (text.trim() === '') throw wrong(`Missing value for ${key}`, `To remove it: bowline settings unset ${key}`);
  if (!parsed.ok) {
    const way = [key, ...parsed.path.map(String)].join('.');
    throw wrong(`${way} ${parsed.message}`, settingOf(key).description);
  }
  return parsed.written;
}

function parse(path: string, text: string): ReturnType<typeof parseSettingsFile>['entries'] {
  const { entries, problems } = parseSettingsFile({ path, level: 'user', text, lookup: () => undefined });
  const broken = problems.find(({ key }) => key === undefined);
  if (broken !== undefined) throw toSettingsError(broken);
  return entries;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return '';
    throw new AgentError('STORE_FAILED', `Cannot read ${path}`, { hint: 'Check its permissions', cause: thrown });
  }
}

function wrong(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
