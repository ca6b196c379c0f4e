import { AgentError } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { parseOptions } from './parse-options.ts';
import { promptOptions } from './prompt-options.ts';

const USAGE = 'bowline --help lists the options';

function errorOf(...words: readonly string[]): readonly [string, string | undefined] {
  try {
    return [JSON.stringify(parseOptions(words, promptOptions, USAGE)), 'parsed'];
  } catch (thrown) {
    const { code, message, hint } = AgentError.from(thrown);
    expect(code).toBe('SEND_INVALID');
    return [message, hint];
  }
}

const SEE = 'docs/from-gemini-cli.md lists what differs from Gemini CLI';

test.each<[readonly string[], string, string]>([
  [['--max-cst', '1'], 'there is no option --max-cst', 'did you mean --max-cost?'],
  [['--max-cst=1'], 'there is no option --max-cst', 'did you mean --max-cost?'],
  [['--frobnicate'], 'there is no option --frobnicate', USAGE],
  [['-z'], 'there is no option -z', USAGE],
  [['--toString'], 'there is no option --toString', USAGE],
  [['-yz'], 'there is no option -z', USAGE],
  [['-p'], '-p needs a value: --prompt TEXT', USAGE],
  [['--model', '--yolo'], '--model needs a value: --model NAME', 'if --yolo is the value: --model=--yolo'],
  [['--yolo=no'], '--yolo takes no value', USAGE],
  [['-w'], '-w: Bowline does not have this yet', SEE],
  [['--skip-trust'], 'there is no option --skip-trust', 'use --trust'],
])('%j is an error in words of ours, with what to do', (words, message, hint) => {
  expect(errorOf(...words)).toEqual([message, hint]);
});

test('options, their values and other words are read', () => {
  const { values, positionals } = parseOptions(
    ['-y', '--model=-x', 'a', '-m', 'pro', '--', '-z'],
    promptOptions,
    USAGE,
  );
  expect([values.yolo, values.model, positionals]).toEqual([true, 'pro', ['a', '-z']]);
});
