import type { ToolList } from '@bowline/policy';
import { explainSetting } from '../resolve/explain-setting.ts';
import type { Settings, SettingSource } from '../resolve/resolve-settings.ts';

const keys = ['tools.exclude', 'tools.confirmationRequired', 'tools.allowed', 'tools.core'] as const;

/** Converts tool settings into lists for the policy, each with its source and the rank of that source among rules. */
export function toToolLists(settings: Pick<Settings, 'values' | 'layers'>): readonly ToolList[] {
  const lists = keys.flatMap((key) =>
    explainSetting(settings, key).from.map((voice): ToolList => ({ key, names: namesOf(voice), ...placeOf(voice) })),
  );
  if (!settings.values['security.disableYoloMode']) return lists;
  const [voice] = explainSetting(settings, 'security.disableYoloMode').from;
  return voice === undefined ? lists : [...lists, { key: 'security.disableYoloMode', names: [], ...placeOf(voice) }];
}

function placeOf({ level, source, line = 0 }: SettingSource): Pick<ToolList, 'file' | 'line' | 'tier'> {
  return { file: source, line, tier: level === 'workspace' ? 'workspace' : 'user' };
}

function namesOf({ value }: SettingSource): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
