import { expect, test } from 'vitest';
import { createSeenFiles } from './create-seen-files.ts';

test('a file is known by what was in it, and by its path', () => {
  const seen = createSeenFiles();
  seen.note('/a', Buffer.from('one'));
  expect(seen.compare('/a', Buffer.from('one'))).toBe('same');
  expect(seen.compare('/a', Buffer.from('two'))).toBe('changed');
  expect(seen.compare('/b', Buffer.from('one'))).toBe('unseen');
});

test('what was noted last counts', () => {
  const seen = createSeenFiles();
  seen.note('/a', Buffer.from('one'));
  seen.note('/a', Buffer.from('two'));
  expect(seen.compare('/a', Buffer.from('one'))).toBe('changed');
});
