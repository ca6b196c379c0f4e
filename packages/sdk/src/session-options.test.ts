import { AgentError } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { openSession } from './main.ts';

const failureOf = async (options: object): Promise<AgentError> => {
  try {
    await (await openSession(options)).close();
  } catch (thrown) {
    return AgentError.from(thrown);
  }
  throw new Error('it opened');
};

test.each([
  ['modell', 'did you mean model?'],
  ['maxturns', 'did you mean maxTurns?'],
  ['onConfirmaton', 'did you mean onConfirmation?'],
  ['onConfirm', 'did you mean onConfirmation?'],
  ['isInteractive', 'the options are those of the type SessionOptions'],
])('an option that there is not, %s, is refused before anything is opened', async (option, hint) => {
  const error = await failureOf({ [option]: 'x' });
  expect(error).toMatchObject({
    code: 'OPTIONS_INVALID',
    message: `there is no option ${option}`,
    hint: expect.stringContaining(hint) as string,
    details: { option },
  });
});

test.each([
  ['maxTokens', Number.NaN],
  ['maxSeconds', 'x'],
  ['maxCost', 'abc'],
  ['mode', 'yoloo'],
  ['workspace', '/nope'],
  ['model', 5],
  ['tools', 'x'],
  ['onConfirmation', 'once'],
])('the option %s does not take %j, and says what it takes', async (option, value) => {
  expect(await failureOf({ [option]: value })).toMatchObject({
    code: 'OPTIONS_INVALID',
    hint: expect.stringContaining(`${option} takes `) as string,
    details: { option },
  });
});
