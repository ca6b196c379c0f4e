import { expect, test } from 'vitest';
import { createSeenFiles } from './create-seen-files.ts';

test('identifies a file by its path and content', () => {
  const seen = createSeenFiles();
  seen.note('/a', Buffer.from('one'));
  expect(seen.compare('/a', Buffer.from('one'))).toBe('same');
  expect(seen.compare('/a', Buffer.from('two'))).toBe('changed');
  expect(seen.compare('/b', Buffer.from('one'))).toBe('unseen');
});

test('uses the latest note', () => {
  const seen = createSeenFiles();
  seen.note('/a', Buffer.from('one'));
  seen.note('/a', Buffer.from('two'));
  expect(seen.compare('/a', Buffer.from('one'))).toBe('changed');
});
