import type { FilesPreview } from '@bowline/protocol';
import { expect, test } from 'vitest';
import type { Picker } from '../host/picker.ts';
import type { CommandActions } from '../host/slash-command.ts';
import { undoCommand } from './undo-command.ts';

/** Runs the command, and picks this row. */
async function undo(preview: FilesPreview | null, picked = 'yes'): Promise<readonly unknown[]> {
  const done: unknown[] = [];
  const pickers: Picker[] = [];
  const actions: Pick<CommandActions, 'previewUndo' | 'print' | 'pick' | 'send'> = {
    previewUndo: async () => (preview === null ? null : { preview, data: { before: 'e' } }),
    print: (text) => done.push(text),
    pick: (picker) => pickers.push(picker),
    send: async (send) => {
      done.push(send);
    },
  };
  await undoCommand.run([], actions as CommandActions);
  for (const picker of pickers) {
    done.push(picker.rows.map(({ text }) => text));
    await picker.choose(picked, '');
  }
  return done;
}

const preview: FilesPreview = {
  to: 3,
  files: [
    { path: 'a.ts', action: 'change', added: 1, removed: 1, diff: '@@ -1,1 +1,1 @@\n-b\n+a\n' },
    { path: 'b.png', action: 'delete' },
    { path: 'mine.ts', action: 'conflict', reason: 'changed' },
  ],
  commands: ['npm ci'],
};

test('it shows the files, the diff and what stays, asks, and restores the files', async () => {
  expect(await undo(preview)).toEqual([
    [
      'These files change back:\n\n- `a.ts` +1 −1\n- `b.png`',
      'Stays, because it has changed since: mine.ts',
      'Not undone: npm ci (commands leave effects outside these files)',
      '~~~~~~diff\n@@ -1,1 +1,1 @@\n-b\n+a\n~~~~~~',
    ].join('\n\n'),
    [
      'Change back 2 files; the conversation stays',
      'Also overwrite 1 file that changed since',
      'Leave everything as it is',
    ],
    { action: { name: 'restore', data: { before: 'e' } } },
  ]);
});

test('nothing is sent if the user says no, and nothing is asked without files to restore', async () => {
  expect((await undo({ ...preview, files: preview.files.slice(0, 2) }, 'no')).at(-1)).toEqual([
    'Change back 2 files; the conversation stays',
    'Leave everything as it is',
  ]);
  const nothing = 'No files to restore: the agent has changed none since your last message.';
  expect(await undo(null)).toEqual([nothing]);
  expect(await undo({ to: 3, files: [], commands: [] })).toEqual([nothing]);
});

test('what changed since can be overwritten, what cannot be restored cannot', async () => {
  const gone = { path: 'large.bin', action: 'gone', reason: 'gone' } as const;
  const conflicts: FilesPreview = { to: 3, files: [...preview.files.slice(2), gone], commands: [] };
  expect(await undo(conflicts, 'overwrite')).toEqual([
    'Stays, because it has changed since: mine.ts\n\nStays, because it cannot be restored: large.bin',
    ['Also overwrite 1 file that changed since', 'Leave everything as it is'],
    { action: { name: 'restore', data: { before: 'e', overwrite: ['mine.ts'] } } },
  ]);
  expect(await undo({ to: 3, files: [gone], commands: [] })).toEqual([
    'No files to restore: the agent has changed none since your last message.\n\nStays, because it cannot be restored: large.bin',
  ]);
});
