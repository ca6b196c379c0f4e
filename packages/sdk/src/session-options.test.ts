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
  ['isInteractive', 'the options are allowedHosts, apiKey, '],
])('an option that there is not, %s, is refused before anything is opened', async (option, hint) => {
  const error = await failureOf({ [option]: 'x' });
  expect(error).toMatchObject({
    code: 'OPTIONS_INVALID',
    message: `there is no option ${option}`,
    hint: expect.stringContaining(hint) as string,
    details: { option },
  });
});
