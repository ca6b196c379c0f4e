import { expect, test } from 'vitest';
import { editText, toEditor } from './edit-text.ts';

test.each([
  [{ env: {} }, 'vi'],
  [{ env: { EDITOR: 'nano' } }, 'nano'],
  [{ env: { EDITOR: 'nano', VISUAL: 'code -w' } }, 'code -w'],
  [{ env: { VISUAL: 'nano' }, preferred: 'vscode' }, 'code --wait'],
  [{ env: {}, preferred: 'kak -n' }, 'kak -n'],
])('%j opens %s', (choice, editor) => {
  expect(toEditor(choice)).toBe(editor);
});

const env = { PATH: process.env['PATH'] };

test('returns the edited text without the line break that editors add', async () => {
  const choice = { env, preferred: `sh -c 'printf "%s and more\\n" "$(cat "$1")" > "$1"' --` };
  expect(await editText({ text: 'one', extension: 'md' }, choice)).toBe('one and more');
});

test('returns null if the editor changes nothing', async () => {
  expect(await editText({ text: 'one\ntwo', extension: '.md' }, { env, preferred: 'true' })).toBeNull();
});

test('rejects if the editor fails', async () => {
  const editing = editText({ text: 'one', extension: 'md' }, { env, preferred: 'false' });
  await expect(editing).rejects.toMatchObject({ code: 'INTERNAL', message: 'false failed with exit code 1' });
});
