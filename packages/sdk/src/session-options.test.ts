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
  ['maxsteps', 'Did you mean maxSteps?'],
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
  allowedHosts: ['localhost:3000', ['localhost'], [5]],
  apiKey: ['', 5],
  builtInTools: ['yes', 1],
  canAsk: ['true'],
  client: [{}, 'gemini', null],
  commandLimits: [5, {}, { silenceMs: 'x' }, { silence: 5 }],
  context: ['large', { compactAt: 2 }, { compactat: 0.5 }],
  directories: ['.', ['/nope'], [5]],
  expireMs: [0, -1, '5', Number.NaN],
  fallback: ['maybe', true],
  folders: [{}, '/tmp'],
  hostCallMs: [0, '5'],
  hostTools: [{}, [{}], [{ name: '' }]],
  isTrusted: ['yes'],
  longestResult: [0, -5, '100'],
  looksForLoops: [0],
  maxCost: ['abc', 0],
  maxSeconds: ['x', Number.POSITIVE_INFINITY],
  maxTokens: [Number.NaN, 1.5, 0],
  maxSteps: ['3', -1],
  mayGrant: ['no'],
  memoryNames: ['AGENTS.md', ['']],
  mode: ['yoloo', 5],
  model: [5, '', ' '],
  onConfirmation: ['once', {}],
  onQuota: ['later'],
  policies: ['rules.toml', [5]],
  sandbox: ['docker', true],
  sandboxCredentials: [{}, [{ host: 'example.com' }]],
  sandboxHosts: ['example.com', ['']],
  session: ['latest', { resume: '' }, { takeover: 'yes' }, { Resume: 'x' }],
  settings: [{}, '/etc/settings.json'],
  toolLists: [{}, [{ key: 'tools.exclude' }]],
  tools: ['x', [{}], [{ name: 'x' }]],
  webSearch: ['brave', {}],
  workspace: ['/nope', 5],
};

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
