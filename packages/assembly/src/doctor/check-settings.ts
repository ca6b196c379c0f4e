import { existsSync } from 'node:fs';
import type { ModelInspection } from '../models/inspect-models.ts';
import { explainSetting } from '../settings/explain-setting.ts';
import { listIgnored } from '../settings/describe-ignored.ts';
import { findIgnored } from '../settings/find-ignored.ts';
import { findSlips, findUnsupported } from '../settings/find-unused.ts';
import type { OpenedSettings } from '../settings/open-settings.ts';
import type { SettingKey } from '../settings/setting-slices.ts';
import { toSettingsError } from '../settings/settings-error.ts';
import type { SettingsProblem } from '../settings/settings-layer.ts';
import { workspacePlaces } from '../settings/settings-places.ts';
import { ok, problem, warning, type Check } from './check.ts';

const NAME = 'settings';

/** Variables that change what a session does, besides keys. */
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

/** What came from where, what is broken, what has no effect. Variables are settings too, and are named. */
export async function checkSettings(
  settings: OpenedSettings,
  { inspection, home }: { readonly inspection: ModelInspection; readonly home: string },
): Promise<readonly Check[]> {
  const files = settings.layers.flatMap(({ file }) => file ?? []);
  const there = files.filter(({ isThere }) => isThere).map(({ path }) => path);
  const own = settings.layers.flatMap(({ level, file }) => (level === 'user' && file !== undefined ? [file.path] : []));
  return [
    ...(there.length === 0 ? [ok(NAME, `none (${own.join(', ')})`)] : []),
    ...there.flatMap((path) => checkFile(settings, path)),
    ...settings.problems.filter(({ file }) => !there.includes(file)).map(toProblem),
    ...findSlips(settings).map((slip) => warning(NAME, toSettingsError(slip).message, slip.hint)),
    ...listIgnored(findIgnored(settings, home)).map(({ text, fix }) => warning(NAME, text, fix)),
    ...findUnsupported(settings).map(({ path, keys }) =>
      ok(NAME, `${path} also has what is not used here, or not yet: ${keys.join(', ')}`),
    ),
    ...checkFolder(settings, there),
    ...checkVariables(inspection),
  ];
}

/** What is wrong with a file, what it decides, and what it says in vain. */
function checkFile({ layers, values, problems }: OpenedSettings, path: string): readonly Check[] {
  const wrong = problems.filter(({ file }) => file === path).map(toProblem);
  const layer = layers.find(({ file }) => file?.path === path);
  const keys: readonly SettingKey[] = [...(layer?.entries.keys() ?? [])];
  const decides = (key: SettingKey): boolean =>
    explainSetting({ layers, values }, key).from.some(({ source }) => source === path);
  const heard = keys.filter(decides);
  const overruled = keys.filter((key) => !decides(key));
  if (keys.length === 0 && wrong.length > 0) return wrong;
  const said = heard.length === 0 ? 'decides nothing' : heard.join(', ');
  return [
    ...wrong,
    ok(NAME, `${path} (${said}${overruled.length === 0 ? '' : `; overruled: ${overruled.join(', ')}`})`),
  ];
}

function toProblem(found: SettingsProblem): Check {
  return problem(NAME, toSettingsError(found).message, found.hint);
}

/** Whether the folder has files is looked at; they are not opened before it is trusted. */
function checkFolder({ trust }: OpenedSettings, read: readonly string[]): readonly Check[] {
  if (trust === undefined || trust.isTrusted) return [];
  const found = workspacePlaces(trust.folder).filter(({ path }) => !read.includes(path) && existsSync(path));
  return found.map(({ path }) => ok(NAME, `${path} is not read: the folder is not trusted (bowline trust add)`));
}

function checkVariables({ env, providers }: ModelInspection): readonly Check[] {
  const places = Object.values(providers).flatMap(({ baseUrlEnv }) => baseUrlEnv ?? []);
  const inEffect = [...new Set([...variables, ...places])].filter((name) => (env[name] ?? '') !== '');
  return inEffect.length === 0 ? [] : [ok(NAME, `from the environment: ${inEffect.join(', ')}`)];
}
