import { AgentError } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { parseOptions } from './parse-options.ts';
import { promptOptions } from './prompt-options.ts';

const USAGE = 'Run bowline --help to list the options';

function errorOf(...words: readonly string[]): readonly [string, string | undefined] {
  try {
    return [JSON.stringify(parseOptions(words, promptOptions, USAGE)), 'parsed'];
  } catch (thrown) {
    const { code, message, hint } = AgentError.from(thrown);
    expect(code).toBe('SEND_INVALID');
    return [message, hint];
  }
}

const SEE = 'See docs/from-gemini-cli.md for the differences from Gemini CLI';

test.each<[readonly string[], string, string]>([
  [['--max-cst', '1'], 'Unknown option: --max-cst', 'Did you mean --max-cost?'],
  [['--max-cst=1'], 'Unknown option: --max-cst', 'Did you mean --max-cost?'],
  [['--frobnicate'], 'Unknown option: --frobnicate', USAGE],
  [['-z'], 'Unknown option: -z', USAGE],
  [['--toString'], 'Unknown option: --toString', USAGE],
  [['-yz'], 'Unknown option: -z', USAGE],
  [['-p'], '-p needs a value: --prompt TEXT', USAGE],
  [['--model', '--yolo'], '--model needs a value: --model NAME', 'If --yolo is the value, write --model=--yolo'],
  [['--yolo=no'], '--yolo does not take a value', USAGE],
  [['-m', ''], '-m needs a value: --model NAME', USAGE],
  [['--model='], '--model needs a value: --model NAME', USAGE],
  [['--resume', ' '], '--resume needs a value: --resume [ID]', USAGE],
  [['-w'], '-w is not supported yet', SEE],
  [['--skip-trust'], 'Unknown option: --skip-trust', 'Use --trust'],
])('%j is an error with a hint', (words, message, hint) => {
  expect(errorOf(...words)).toEqual([message, hint]);
});

test('parses options, their values and other words', () => {
  const { values, positionals } = parseOptions(
    ['-y', '--model=-x', 'a', '-m', 'pro', '--', '-z'],
    promptOptions,
    USAGE,
  );
  expect([values.yolo, values.model, positionals]).toEqual([true, 'pro', ['a', '-z']]);
});

test('accepts the value of a short option after =', () => {
  const { values, positionals } = parseOptions(['-m=pro', '-s=off', '--', '-m=x'], promptOptions, USAGE);
  expect([values.model, values.sandbox, positionals]).toEqual(['pro', 'off', ['-m=x']]);
});
