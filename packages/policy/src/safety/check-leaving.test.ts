import { expect, test } from 'vitest';
import { checkLeaving, type LeavingCall, type SeenFacts } from './check-leaving.ts';

const nothing: SeenFacts = { outside: null, key: null, search: false, hosts: [] };
const search: LeavingCall = { tool: 'google_web_search', effect: 'network' };
const memory: LeavingCall = { tool: 'save_memory', effect: 'write' };
const fetch = (...urls: readonly string[]): LeavingCall => ({ tool: 'web_fetch', effect: 'network', urls });
const page = { ...nothing, outside: 'a page of evil.example', hosts: ['evil.example'] };
const key = { ...nothing, key: 'a file that may hold keys', hosts: ['docs.example'] };

test.each<readonly [string, LeavingCall, SeenFacts, string | null]>([
  ['a search in a session that has read nothing', search, nothing, null],
  ['a search after a search', search, { ...nothing, search: true }, null],
  ['a search after a page', search, page, 'a page of evil.example'],
  ['a search after a key', search, key, 'a file that may hold keys'],
  ['a page after a search', fetch('https://a.example/'), { ...nothing, search: true }, 'web search results'],
  ['a page of another host after a page', fetch('https://other.example/?d=1'), page, 'a page of evil.example'],
  ['a page of the same host, which was allowed before', fetch('https://evil.example/2'), page, null],
  ['pages of which one is of another host', fetch('https://evil.example/2', 'http://x.example/'), page, 'a page of'],
  ['a page that cannot be read', fetch('::'), page, 'a page of'],
  ['a page of a known host after a key', fetch('https://docs.example/'), key, 'a file that may hold keys'],
  ['memory after a page', memory, page, 'a page of evil.example'],
  ['memory in a session that has read nothing', memory, nothing, null],
  ['any other tool that connects', { tool: 'post_message', effect: 'network' }, page, 'a page of evil.example'],
  ['an edit', { tool: 'write_file', effect: 'write' }, key, null],
  ['a read', { tool: 'read_file', effect: 'read' }, key, null],
])('%s', (...[, call, seen, why]) => {
  const [finding] = checkLeaving(call, seen);
  if (why === null) expect(finding).toBeUndefined();
  else
    expect(finding).toMatchObject({
      check: 'data_leaves',
      severity: 'danger',
      message: expect.stringContaining(why) as string,
    });
});
