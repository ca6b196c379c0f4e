import { expect, test } from 'vitest';
import { geminiKeys } from '../packages/settings/src/keys/gemini-keys.ts';
import { commandsNotYet, optionsElsewhere, optionsNotYet } from '../packages/cli/src/usage/gemini-only.ts';
import { files, flags, variables } from './gemini-differences.ts';

const rows = [
  ...geminiKeys.map(({ key, state, note = '' }) => ({ name: key, state, note })),
  ...flags,
  ...files,
  ...variables,
];

test('states for every missing feature that it does not exist, without promising a date', () => {
  const vague = rows.filter(({ note }) => /^with |it is always so|come as MCP|come over/.test(note));
  expect(vague.map(({ name }) => name)).toEqual([]);
});

test.each(['mcp', 'hooks', 'skills', 'extensions', 'agent'])('calls nothing about %s supported', (word) => {
  const named = rows.filter(({ name }) => new RegExp(String.raw`(^|[.\s\x60/-])${word}`, 'i').test(name));
  expect(named.length).toBeGreaterThan(0);
  const stated = named.filter(
    ({ name, state }) => !/AGENTS\.md/.test(name) && (state === 'supported' || state === 'different'),
  );
  expect(stated.map(({ name }) => name)).toEqual([]);
});

test('matches the CLI messages about options and commands that only Gemini CLI has', () => {
  const words = (...states: readonly string[]): readonly string[] =>
    flags.filter(({ state }) => states.includes(state)).flatMap(({ name }) => name.split(/[,;] /));
  expect([...optionsNotYet, ...Object.keys(commandsNotYet)].sort()).toEqual([...words('later')].sort());
  expect(words('different', 'no')).toEqual(expect.arrayContaining(Object.keys(optionsElsewhere)));
});
