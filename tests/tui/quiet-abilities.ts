import type { TuiHost } from '@bowline/tui';

/** The abilities of a surface on an empty machine: no files, no other sessions, no notifications. */
export const quietAbilities: Omit<TuiHost['abilities'], 'open'> = {
  branch: async () => 'main',
  completePath: async () => [],
  expand: async (text) => ({ content: [{ type: 'text', text }], notes: [] }),
  runShell: async () => ({ output: 'from the shell', exitCode: 0 }),
  edit: async () => null,
  readImage: async () => null,
  copy: async () => undefined,
  notify: () => undefined,
  sessions: async () => [],
  preview: async () => '',
  history: async () => [],
  remember: async () => undefined,
  savePreference: async () => undefined,
};
