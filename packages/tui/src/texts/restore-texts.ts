import { count } from './count.ts';

/** How many names a row has. */
const MOST = 3;

const listed = (names: readonly string[]): string => {
  const more = names.length - MOST;
  return `${names.slice(0, MOST).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** What the terminal says about restoring files. */
export const restoreTexts = {
  restore: 'Restore',
  letters: { both: 'b', conversation: 'c', files: 'f' },
  parts: { both: 'conversation and files', conversation: 'conversation', files: 'files' },
  shortParts: { both: 'both', conversation: 'chat', files: 'files' },
  loading: 'Comparing files…',
  noFiles: 'No files to restore: only the conversation goes back',
  changeBack: 'these files change back',
  more: (rows: number, path: string, files: number): string => {
    const first = rows === 0 ? path : `… ${count(rows, 'more row')} in ${path}`;
    return `     ${first}${files === 1 ? '' : `, ${count(files, 'file')} in all`}`;
  },
  kept: (paths: readonly string[]): string => `Stays, because it has changed since: ${listed(paths)}`,
  cannot: (paths: readonly string[]): string => `Stays, because it cannot be restored: ${listed(paths)}`,
  notUndone: (commands: readonly string[]): string =>
    `Not undone: ${listed(commands)} (commands leave effects outside these files)`,
  nothing: 'No files to restore: the agent has changed none since your last message.',
  title: 'Restore files?',
  hint: 'Enter choose · Esc close',
  yes: (files: number): string => `Change back ${count(files, 'file')}; the conversation stays`,
  overwrite: (files: number): string => `Also overwrite ${count(files, 'file')} that changed since`,
  no: 'Leave everything as it is',
  list: (lines: readonly string[]): string => `These files change back:\n\n${lines.join('\n')}`,
  changed: (path: string, added: number, removed: number): string => `\`${path}\` +${added} −${removed}`,
  named: (path: string): string => `\`${path}\``,
  moreFiles: (files: number): string => `and ${count(files, 'more file')}`,
} as const;
