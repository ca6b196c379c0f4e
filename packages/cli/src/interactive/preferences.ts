import type { OpenedSettings } from '@bowline/settings';
import type { Preferences } from '@bowline/tui';

type Values = OpenedSettings['values'];

/** The preferences of the TUI from the settings. */
export function toPreferences(values: Values): Preferences {
  return {
    theme: values['ui.theme'],
    isVim: values['general.vimMode'],
    hasMotion: values['ui.motion'] === 'on',
    notifications: toWay(values),
  };
}

function toWay(values: Values): Preferences['notifications'] {
  if (!values['general.enableNotifications']) return 'off';
  switch (values['general.notificationMethod']) {
    case 'bell':
      return 'bell';
    case 'desktop':
      return 'desktop';
    case 'auto':
    case 'osc9':
    case 'osc777':
      return 'terminal';
  }
}

const methods = { bell: 'bell', terminal: 'auto', desktop: 'desktop' } as const;

/** The settings, as typed, for changed preferences. */
export function toSettingTexts({
  theme,
  isVim,
  hasMotion,
  notifications,
}: Partial<Preferences>): readonly (readonly [string, string])[] {
  return [
    ...(theme === undefined ? [] : [['ui.theme', theme] as const]),
    ...(isVim === undefined ? [] : [['general.vimMode', String(isVim)] as const]),
    ...(hasMotion === undefined ? [] : [['ui.motion', hasMotion ? 'on' : 'off'] as const]),
    ...(notifications === undefined ? [] : toNotificationTexts(notifications)),
  ];
}

function toNotificationTexts(way: Preferences['notifications']): readonly (readonly [string, string])[] {
  if (way === 'off') return [['general.enableNotifications', 'false']];
  return [
    ['general.enableNotifications', 'true'],
    ['general.notificationMethod', methods[way]],
  ];
}
