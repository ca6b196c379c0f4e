import { AgentError } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { openSession, type SessionOptions } from './main.ts';
import { sessionOptions } from './session-options.ts';

const failureOf = async (options: object): Promise<AgentError> => {
  try {
    await (await openSession(options)).close();
  } catch (thrown) {
    return AgentError.from(thrown);
  }
  throw new Error('it opened');
};

test.each([
  ['modell', 'Did you mean model?'],
  ['maxsteps', 'Did you mean limits: { maxSteps }?'],
  ['mode', 'Did you mean approval: { mode }?'],
  ['maxTurns', 'Did you mean limits: { maxSteps }?'],
  ['onConfirmaton', 'Did you mean onConfirmation?'],
  ['onConfirm', 'Did you mean onConfirmation?'],
  ['isInteractive', 'See the type SessionOptions'],
])('refuses the unknown option %s before anything is opened', async (option, hint) => {
  const error = await failureOf({ [option]: 'x' });
  expect(error).toMatchObject({
    code: 'OPTIONS_INVALID',
    message: `Unknown option: ${option}`,
    hint: expect.stringContaining(hint) as string,
    details: { option },
  });
});

/** Invalid values of every option. The type makes sure that none is missing. */
const invalid: Readonly<Record<keyof SessionOptions, readonly unknown[]>> = {
  apiKey: ['', 5],
  approval: [
    'plan',
    { Mode: 'plan' },
    ...among('mode', ['yoloo', 5]),
    ...among('canAsk', ['true']),
    ...among('expireMs', [0, -1, '5', Number.NaN]),
    ...among('alwaysAllow', ['no']),
    ...among('policies', ['rules.toml', [5]]),
    ...among('toolLists', [{}, [{ key: 'tools.exclude' }], [{ key: 'nonsense', names: ['x'] }]]),
  ],
  builtInTools: ['yes', 1],
  client: [{}, 'gemini', null],
  context: [
    'large',
    { compactat: 0.5 },
    ...among('compactAt', [2]),
    ...among('masking', [{}, { protectedTokens: 1 }]),
    ...among('windows', [5, { pro: 'large' }]),
    ...among('loopDetection', [0]),
    ...among('fileNames', ['AGENTS.md', ['']]),
  ],
  directories: ['.', ['/nope'], [5]],
  hostTools: [{}, [{}], [{ name: '' }]],
  limits: [
    5,
    { maxTurns: 5 },
    ...among('maxCost', ['abc', 0]),
    ...among('maxSeconds', ['x', Number.POSITIVE_INFINITY]),
    ...among('maxTokens', [Number.NaN, 1.5, 0]),
    ...among('maxSteps', ['3', -1]),
    ...among('hostCallMs', [0, '5']),
    ...among('inactivityTimeoutMs', ['x', 0]),
    ...among('toolOutputThreshold', [0, -5, '100']),
  ],
  model: [5, '', ' ', { model: 'pro' }, { name: '' }, { fallback: 'maybe' }, { onQuota: 'later' }],
  onConfirmation: ['once', {}],
  sandbox: [
    'off',
    ...among('mode', ['docker', true]),
    ...among('hosts', ['example.com', ['']]),
    ...among('credentials', [{}, [{ host: 'example.com' }]]),
  ],
  session: ['latest', { resume: '' }, { takeover: 'yes' }, { Resume: 'x' }],
  settings: [{}, '/etc/settings.json'],
  tools: ['x', [{}], [{ name: 'x' }]],
  trust: [true, ...among('isTrusted', ['yes']), ...among('folders', [{}, '/tmp'])],
  web: [true, ...among('search', ['brave', {}]), ...among('allowedHosts', ['localhost:3000', ['localhost'], [5]])],
  workspaceToken: ['', 5],
  onWorkspaceTrouble: ['once', {}],
  workspace: ['/nope', 5],
};

function among(name: string, values: readonly unknown[]): readonly object[] {
  return values.map((value) => ({ [name]: value }));
}

const cases = Object.entries(invalid).flatMap(([option, values]) => values.map((value) => [option, value] as const));

test.each(cases)('refuses %s: %j and says what it must be', async (option, value) => {
  expect(await failureOf({ [option]: value })).toMatchObject({
    code: 'OPTIONS_INVALID',
    message: `Invalid value for the option ${option}`,
    hint: expect.stringContaining(`${option} must be `) as string,
    details: { option },
  });
});

test('every option has a rule and invalid values', () => {
  expect(Object.keys(invalid).toSorted()).toEqual(Object.keys(sessionOptions).toSorted());
});

test.each([[5], ['x'], [[]]])('refuses options that are not an object: %j', async (options) => {
  expect(await failureOf(options as object)).toMatchObject({ code: 'OPTIONS_INVALID' });
});
