import { expect, test } from 'vitest';
import { builtInTools, builtInToolsFor } from './built-in-tools.ts';
import type { ToolHost } from './tool-host.ts';

const names = (host: Partial<ToolHost>): readonly string[] => builtInToolsFor(host as ToolHost).map(({ name }) => name);

test('a tool is offered only where its host can do what it takes', () => {
  const bare = names({});
  expect(bare).toContain('read_file');
  expect(bare).not.toContain('web_fetch');
  const web = { fetch: async () => ({ ok: false, errorType: '', text: '' }) as const };
  const webSearch = async () => ({ text: '', sources: [] });
  const memory = { path: '', save: async () => true };
  expect(names({ web, webSearch, memory })).toEqual(builtInTools.map(({ name }) => name));
  expect(names({ webSearch }).filter((name) => !bare.includes(name))).toEqual(['google_web_search']);
});
