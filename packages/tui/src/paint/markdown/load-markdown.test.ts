import { expect, test } from 'vitest';
import { createTheme } from '../theme/create-theme.ts';
import { loadMarkdown } from './load-markdown.ts';
import { paintMarkdown } from './paint-markdown.ts';

const view = {
  width: 40,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader: false,
  workspace: '/w',
  isUnfolded: false,
  now: 0,
};

test('paints a growing text as plain text until the parser is loaded, then as Markdown', async () => {
  const growing = { streamId: 'one', isGrowing: true };
  expect(paintMarkdown('A **bold** word', view, growing)).toEqual(['A **bold** word']);
  await loadMarkdown();
  expect(paintMarkdown('A **bold** word', view, growing)).toEqual(['A bold word']);
});
