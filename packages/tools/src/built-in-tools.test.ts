import { expect, test } from 'vitest';
import { builtInTools, builtInToolsFor } from './built-in-tools.ts';
import type { Workspace } from '@bowline/workspace';

const names = (workspace: Partial<Workspace>): readonly string[] =>
  builtInToolsFor(workspace as Workspace).map(({ name }) => name);

test('offers a tool only on hosts that support it', () => {
  const bare = names({});
  expect(bare).toContain('read_file');
  expect(bare).not.toContain('web_fetch');
  const web = { fetch: async () => ({ ok: false, errorType: '', text: '' }) as const };
  const webSearch = async () => ({ text: '', sources: [] });
  const memory = { path: '', save: async () => true };
  expect(names({ web, webSearch, memory })).toEqual(builtInTools.map(({ name }) => name));
  expect(names({ webSearch }).filter((name) => !bare.includes(name))).toEqual(['google_web_search']);
});
