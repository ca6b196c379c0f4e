import { expect, test } from 'vitest';
import { toScreenWords } from './to-screen-words.ts';

test.each([
  ['trust it: bowline trust add', 'trust it: /trust'],
  ['bowline trust status says why', '/permissions status says why'],
  ['no key: bowline auth set gemini', 'no key: /auth set gemini'],
  ['bowline models PROVIDER lists them', '/models PROVIDER lists them'],
  ['bowline policy grants remove N removes one', '/grants remove N removes one'],
  ['bowline policy explain', '/policies explain'],
  ['bowline sessions list --all', '/resume'],
  ['go on with it here: bowline --resume 0b-1', 'go on with it here: /resume 0b-1'],
  ['take it over: bowline --resume 0b-1 --takeover', 'take it over: bowline --resume 0b-1 --takeover'],
  [
    'the default; -m, $GEMINI_MODEL or the settings change it',
    'the default; /model, $GEMINI_MODEL or the settings change it',
  ],
  ['bowline serve', 'bowline serve'],
  ['it was stopped: git commit -m fix', 'it was stopped: git commit -m fix'],
  ['chmod -mode, a-m, .bowline trusted', 'chmod -mode, a-m, .bowline trusted'],
])('%s', (text, words) => {
  expect(toScreenWords(text)).toBe(words);
});
