import { describe, expect, it } from 'vitest';
import { attachImage, insert, paste } from '../editor/edit-text.ts';
import { EMPTY_EDITOR } from '../editor/editor-state.ts';
import { findImagePaths } from './image-paths.ts';
import { toSubmission } from './submission.ts';

const COMMANDS = [{ name: 'quit', aliases: ['exit'], summary: '', run: async () => undefined }];

function submit(text: string) {
  return toSubmission(insert(text)(EMPTY_EDITOR, 40), COMMANDS);
}

describe('toSubmission', () => {
  it.each([
    ['hello ', { kind: 'message', text: 'hello', typed: 'hello', images: [] }],
    ['/exit now  please', { kind: 'command', name: 'quit', words: ['now', 'please'], line: 'now  please' }],
    ['/unknown', { kind: 'command', name: 'unknown', words: [], line: '' }],
    ['/usr/bin is odd', { kind: 'message', text: '/usr/bin is odd', typed: '/usr/bin is odd', images: [] }],
    ['! ls -l', { kind: 'shell', command: 'ls -l' }],
    ['!', undefined],
    [' \n ', undefined],
  ])('%j', (text, expected) => {
    expect(submit(text)).toEqual(expected);
  });

  it('contains all pasted text, and images in the order of their labels', () => {
    const large = 'x\n'.repeat(20);
    const part = (data: string) => ({ type: 'media' as const, mimeType: 'image/png', data });
    const edits = [
      insert('see '),
      paste(large),
      attachImage(part('AAAA'), 'a.png', null),
      attachImage(part('BBBB'), 'b.png', null),
    ];
    const editor = edits.reduce((state, edit) => edit(state, 40), EMPTY_EDITOR);
    expect(toSubmission(editor, [])).toEqual({
      kind: 'message',
      text: `see ${large}[image a.png #2][image b.png #3]`,
      typed: 'see [pasted 40 characters, 21 lines #1][image a.png #2][image b.png #3]',
      images: [part('AAAA'), part('BBBB')],
    });
  });
});

describe('findImagePaths', () => {
  it.each([
    ['/a/b.png', ['/a/b.png']],
    [String.raw`/a/my\ shot.PNG `, ['/a/my shot.PNG']],
    ["'/a/my shot.jpg'", ['/a/my shot.jpg']],
    ['"/a/x.webp" /b/y.gif', ['/a/x.webp', '/b/y.gif']],
    ['file:///a/my%20shot.png', ['/a/my shot.png']],
    [String.raw`C:\Users\me\shot.png`, [String.raw`C:\Users\me\shot.png`]],
    ['~/shot.jpeg', ['~/shot.jpeg']],
    ['/a/my shot.png', ['/a/my shot.png']],
    ['look at /a/b.png', []],
    ['/a/b.ts', []],
    ['b.png', []],
    ['/a/b.png\n/a/c.png', []],
  ])('%j', (text, expected) => {
    expect(findImagePaths(text).map(({ path }) => path)).toEqual(expected);
  });
});
