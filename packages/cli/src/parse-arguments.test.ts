import { AgentError } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { parseArguments } from './parse-arguments.ts';

const failureOf = (...argv: readonly string[]): string => {
  try {
    return `parsed as ${parseArguments(argv).command}`;
  } catch (thrown) {
    const { message, hint = '' } = AgentError.from(thrown);
    return `${message}: ${hint}`;
  }
};

test.each([
  [
    ['sesions'],
    "Unknown command: sesions: Did you mean bowline sessions? To send it as a prompt: bowline -p 'sesions'",
  ],
  [['sesions', 'list'], 'Unknown command: sesions: Did you mean bowline sessions list?'],
  [['setings', 'set', 'ui.theme', 'dark'], 'Did you mean bowline settings set ui.theme dark?'],
  [['xyzzyplugh'], "Unknown command: xyzzyplugh: To send it as a prompt: bowline -p 'xyzzyplugh'"],
  [['mcp'], 'mcp is not supported yet'],
  [['mcp', 'list'], 'mcp is not supported yet'],
  [['extensions', 'install', 'https://example.com/x'], 'extensions is not supported yet'],
  [['-m', 'pro', 'modls'], 'Did you mean bowline models?'],
])('%j is an error with a suggestion, not a prompt', (argv, words) => {
  expect(failureOf(...argv)).toContain(words);
});

test.each([
  [['what does this do?'], 'what does this do?'],
  [['fix', 'the', 'tests'], 'fix the tests'],
  [['list', 'sessions', 'here'], 'list sessions here'],
  [['-p', 'sesions'], 'sesions'],
  [['-p', 'mcp'], 'mcp'],
  [['extensions', 'are', 'broken'], 'extensions are broken'],
  [['-m', 'pro', 'explain this'], 'explain this'],
])('%j is a prompt', (argv, text) => {
  expect(parseArguments(argv)).toMatchObject({ command: 'prompt', prompt: { text } });
});
