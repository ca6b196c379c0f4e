import { existsSync } from 'node:fs';
import type { ModelInspection } from '@bowline/providers';
import { explainSetting } from '@bowline/settings';
import { listIgnoredSettings } from '@bowline/settings';
import type { OpenedSettings } from '@bowline/settings';
import type { SettingKey } from '@bowline/settings';
import { toSettingsError } from '@bowline/settings';
import type { SettingsProblem } from '@bowline/settings';
import { workspacePlaces } from '@bowline/settings';
import { settingsCheckTexts } from '../texts/doctor-texts.ts';
import { ok, problem, warning, type Check } from './check.ts';

const NAME = 'settings';

/** Variables that change sessions, besides keys. */
const variables = [
  'BOWLINE_HOME',
  'BOWLINE_MODEL',
  'BOWLINE_APPROVAL_MODE',
  'BOWLINE_SYSTEM_SETTINGS',
  'BOWLINE_SYSTEM_DEFAULTS',
  'GEMINI_MODEL',
  'GEMINI_CLI_CUSTOM_HEADERS',
  'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
  'GEMINI_CLI_SYSTEM_DEFAULTS_PATH',
  'GEMINI_CLI_TRUST_WORKSPACE',
  'GOOGLE_GENAI_USE_VERTEXAI',
  'GOOGLE_CLOUD_PROJECT',
  'GOOGLE_CLOUD_LOCATION',
];

/** Checks settings files: what they set, what is invalid, what is ignored; and names environment variables. */
export async function checkSettings(
  settings: OpenedSettings,
  { inspection, home }: { readonly inspection: ModelInspection; readonly home: string },
): Promise<readonly Check[]> {
  const files = settings.layers.flatMap(({ file }) => file ?? []);
  const there = files.filter(({ isThere }) => isThere).map(({ path }) => path);
  const own = settings.layers.flatMap(({ level, file }) => (level === 'user' && file !== undefined ? [file.path] : []));
  return [
    ...(there.length === 0 ? [ok(NAME, settingsCheckTexts.noFiles(own.join(', ')))] : []),
    ...there.flatMap((path) => checkFile(settings, path)),
    ...settings.problems.filter(({ file }) => !there.includes(file)).map(toProblem),
    ...listIgnoredSettings(settings, home).map(({ text, fix }) =>
      fix === undefined ? ok(NAME, text) : warning(NAME, { message: text, hint: fix }),
    ),
    ...checkFolder(settings, there),
    ...checkVariables(inspection),
  ];
}

/** The problems of a file, and which of its settings are in use. */
function checkFile({ layers, values, problems }: OpenedSettings, path: string): readonly Check[] {
  const wrong = problems.filter(({ file }) => file === path).map(toProblem);
  const layer = layers.find(({ file }) => file?.path === path);
  const keys: readonly SettingKey[] = [...(layer?.entries.keys() ?? [])];
  const decides = (key: SettingKey): boolean =>
    explainSetting({ layers, values }, key).from.some(({ source }) => source === path);
  const heard = keys.filter(decides);
  const overruled = keys.filter((key) => !decides(key));
  if (keys.length === 0 && wrong.length > 0) return wrong;
  return [...wrong, ok(NAME, settingsCheckTexts.file(path, heard.join(', '), overruled.join(', ')))];
}

function toProblem(found: SettingsProblem): Check {
  return problem(NAME, { message: toSettingsError(found).message, hint: found.hint });
}

/** Files of an untrusted folder are not opened. */
function checkFolder({ trust }: OpenedSettings, read: readonly string[]): readonly Check[] {
  if (trust === undefined || trust.isTrusted) return [];
  const found = workspacePlaces(trust.folder).filter(({ path }) => !read.includes(path) && existsSync(path));
  return found.map(({ path }) => ok(NAME, settingsCheckTexts.notTrusted(path)));
}

function checkVariables({ env, providers }: ModelInspection): readonly Check[] {
  const places = Object.values(providers).flatMap(({ baseUrlEnv }) => baseUrlEnv ?? []);
  const inEffect = [...new Set([...variables, ...places])].filter((name) => (env[name] ?? '') !== '');
  return inEffect.length === 0 ? [] : [ok(NAME, settingsCheckTexts.variables(inEffect.join(', ')))];
}
