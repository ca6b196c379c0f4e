import { AgentError } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { parseArguments } from '../parse-arguments.ts';

function sandboxOf(...words: readonly string[]): string | undefined {
  try {
    const parsed = parseArguments([...words, '-p', 'go']);
    return 'prompt' in parsed ? parsed.prompt.sandbox : 'no prompt';
  } catch (thrown) {
    const { message, hint = '' } = AgentError.from(thrown);
    return `${message}; ${hint}`;
  }
}

test.each<[readonly string[], string | undefined]>([
  [[], undefined],
  [['-s'], 'required'],
  [['--sandbox'], 'required'],
  [['--sandbox', 'auto'], 'required'],
  [['--sandbox=auto'], 'auto'],
  [['--sandbox=off'], 'off'],
  [['-s=off'], 'off'],
  [['-s=auto'], 'auto'],
  [['--no-sandbox'], 'off'],
  [['--sandbox=true'], 'required'],
  [['--sandbox=false'], 'off'],
  [['--sandbox=no'], 'Invalid value for --sandbox: no; Use off, auto or required'],
  [
    ['--sandbox=docker'],
    '--sandbox=docker: Bowline does not start containers; Use --sandbox to sandbox commands on this system, or run bowline inside a container',
  ],
])('%j means %s', (words, expected) => {
  expect(sandboxOf(...words)).toBe(expected);
});
