import type { FilePreview, KeptReason } from '@bowline/protocol';
import { plural } from '@bowline/protocol/plain';

const inSize = (bytes: number): string => `${bytes.toLocaleString('en-US')} ${bytes === 1 ? 'byte' : 'bytes'}`;

/** What `bowline sessions diff`, `restore` and `rewind --files` say about files. */
export const fileTexts = {
  actions: {
    create: 'create',
    change: 'change',
    merge: 'merge',
    delete: 'delete',
    conflict: 'keep',
    gone: 'keep',
  } as const satisfies Record<FilePreview['action'], string>,
  reasons: {
    changed: (path) => `changed since, by you or by a command. To replace it: --overwrite ${path}`,
    'changed-since-plan': () => 'changed just now. Try again',
    'not-empty': () => 'this folder has other files in it',
    blocked: () => 'a folder above it is a link or a file now. Move that away, then try again',
    unseen: () => 'what is there is not stored, such as a very large file. Move it away, then try again',
    gone: () => 'its content is not stored',
    'store-full': () => 'what is there cannot be stored: it holds a key, or there is no space left',
    failed: () => 'the file system refused it',
  } as const satisfies Record<KeptReason, (path: string) => string>,
  merged: 'keeps what you changed',
  nothing: 'No files to restore',
  noChanges: 'The agent changed no files',
  none: 'nothing',
  folder: 'folder',
  bytes: inSize,
  link: (target: string): string => `link to ${target}`,
  sizes: (before: string, after: string): string => `${before} -> ${after}`,
  noDiff: (path: string, sizes: string): string => `${path}: ${sizes}`,
  omitted: (lines: number): string => `... ${plural(lines, 'more line')}`,
  overwriting: (path: string): string => `Only with --overwrite ${path}:`,
  notUndone: (commands: readonly string[]): string =>
    `Not undone: what these commands did outside the listed files: ${commands.slice(0, 5).join(', ')}${commands.length > 5 ? ` and ${commands.length - 5} more` : ''}`,
  sameFolder: 'The fork works in the same folder as the original session, so both see the same files',
  dryRun: 'Nothing was changed. To do it, leave out --dry-run',
  restored: (sessionId: string): string =>
    `Files restored. To bring them back: bowline sessions restore ${sessionId} --undo`,
  partlyRestored: (sessionId: string): string =>
    `Not all files were restored. To bring back those that were: bowline sessions restore ${sessionId} --undo`,
  undone: 'Restored files are back as they were before',
  partlyUndone: (sessionId: string): string =>
    `Not all files are back as they were before. To try again: bowline sessions restore ${sessionId} --undo`,
  noConflict: (path: string) => ({
    message: `No conflict at ${path}`,
    hint: 'Use a path from the list that --dry-run prints',
  }),
  notOverwritable: (path: string, reason: string) => ({
    message: `${path} cannot be overwritten: ${reason}`,
    hint: 'Leave out --overwrite for this path',
  }),
  overwriteNeedsFiles: {
    message: '--overwrite is about files, and this rewind leaves them as they are',
    hint: 'Add --files',
  },
  keptByRewind: (sessionId: string): string =>
    `To replace a file that was kept: bowline sessions rewind ${sessionId} --undo, then the same rewind again with --overwrite PATH`,
};
