import type { TuiHost } from '@bowline/tui';

/** The abilities of a surface on an empty machine: no files, no other sessions, no notifications. */
export const quietAbilities: Omit<TuiHost['abilities'], 'open'> = {
  branch: async () => 'main',
  completePath: async () => ({ values: [], notes: {}, all: 0 }),
  expand: async (text) => ({ content: [{ type: 'text', text }], notes: [] }),
  runShell: async () => ({ output: 'from the shell', exitCode: 0 }),
  edit: async () => null,
  page: async () => undefined,
  suspend: async () => undefined,
  fixedContext: async () => ({ instruction: 0, memory: 0, memoryFiles: 0, window: 1, compressAt: 1 }),
  readImage: async () => null,
  copy: async () => undefined,
  notify: () => undefined,
  sessions: async () => [],
  preview: async () => ({ text: '', waitsFor: null }),
  previewFiles: async () => ({ to: 0, files: [], commands: [] }),
  rename: async () => undefined,
  remove: async () => undefined,
  history: async () => [],
  remember: async () => undefined,
  savePreference: async () => undefined,
};
