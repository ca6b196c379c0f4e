import * as z from 'zod';

/** What settings say about how a session is shown, and by which programs of the person. */
export const surfaceSettings = {
  'ui.theme': {
    description:
      'The colours of the terminal; auto goes by how light it is. A name that is not known is taken as auto.',
    schema: () => z.string(),
    default: 'auto',
  },
  'ui.accessibility.screenReader': {
    description: 'Words in place of signs and drawings, and nothing that moves.',
    schema: () => z.boolean(),
    default: false,
  },
  'general.vimMode': {
    description: 'Whether what you type is edited with the keys of vim.',
    schema: () => z.boolean(),
    default: false,
  },
  'general.preferredEditor': {
    description: 'The editor that a message is written in: vscode, vim or another name, or a command; else $VISUAL.',
    schema: () => z.string(),
    isPersonal: true,
  },
  'general.enableNotifications': {
    description: 'Whether you are told when a session needs you, or is done, while you look elsewhere.',
    schema: () => z.boolean(),
    default: true,
  },
  'general.notificationMethod': {
    description: 'How you are told: by the bell, by the terminal (osc9, osc777), or by the desktop; auto is osc9.',
    schema: () => z.enum(['auto', 'bell', 'osc9', 'osc777', 'desktop']),
    default: 'auto',
  },
} as const;
