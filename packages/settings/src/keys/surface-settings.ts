import * as z from 'zod';

/** The settings of the terminal screen. */
export const surfaceSettings = {
  'ui.theme': {
    description:
      'The color theme: auto, dark, light, dark-contrast, light-contrast, ansi or plain, a theme of Gemini CLI, or one of ui.customThemes. auto follows the background of the terminal; an unknown name means auto.',
    schema: () => z.string(),
    default: 'auto',
  },
  'ui.customThemes': {
    description: 'Themes with their own colors, by name, as Gemini CLI reads them. Colors are written as #rrggbb.',
    schema: () => z.record(z.string(), z.record(z.string(), z.unknown())),
    default: {},
  },
  'ui.glyphs': {
    description:
      'The signs of the screen: auto, unicode or ascii. auto uses ASCII without UTF-8, on the Linux console, and where lines are drawn two cells wide.',
    schema: () => z.enum(['auto', 'unicode', 'ascii']),
    default: 'auto',
  },
  'ui.motion': {
    description: 'Whether the spinner moves: on or off.',
    schema: () => z.enum(['on', 'off']),
    default: 'on',
  },
  'ui.accessibility.screenReader': {
    description: 'Uses words in place of symbols and animation, for screen readers.',
    schema: () => z.boolean(),
    default: false,
  },
  'general.vimMode': {
    description: 'Uses vim keys in the prompt.',
    schema: () => z.boolean(),
    default: false,
  },
  'general.preferredEditor': {
    description: 'The editor that Ctrl-G opens: vscode, vim or another name, or a command. Default: $VISUAL.',
    schema: () => z.string(),
    isPersonal: true,
  },
  'general.enableNotifications': {
    description: 'Notifies you when a session needs input or is done while the terminal is not focused.',
    schema: () => z.boolean(),
    default: true,
  },
  'general.notificationMethod': {
    description: 'How to notify you: bell, osc9, osc777 or desktop. auto means osc9.',
    schema: () => z.enum(['auto', 'bell', 'osc9', 'osc777', 'desktop']),
    default: 'auto',
  },
} as const;
