import type { TuiHost } from '@bowline/tui';

/** What a surface can do on a machine where there is nothing: no files, no other sessions, nobody to tell. */
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
