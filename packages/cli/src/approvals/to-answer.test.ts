import type { InputRequest } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { givenAnswer, toAnswer, type AnswerOptions } from './to-answer.ts';

const asked = { inputId: 'q1', title: 'Write a.txt?' };
const grant = { text: 'edits', rule: 'r', project: '/work' };
const confirmation: InputRequest = {
  ...asked,
  kind: 'confirmation',
  callId: 'c1',
  tool: 'write_file',
  args: {},
  effect: 'write',
  digest: 'd1',
  findings: [],
  grant,
};
const questions: Readonly<Record<InputRequest['kind'], InputRequest>> = {
  confirmation,
  choice: { ...asked, kind: 'choice', options: [{ id: 'n', label: 'No' }], multiple: false },
  text: { ...asked, kind: 'text' },
  credential: { ...asked, kind: 'credential', service: 'gemini' },
};
const none: AnswerOptions = {
  session: false,
  project: false,
  always: false,
  preview: false,
  apply: false,
  overwrite: false,
};
/** Previews have tests of their own. */
type Name = Exclude<keyof AnswerOptions, 'preview' | 'apply' | 'overwrite'>;
const given: Readonly<Record<Name, AnswerOptions>> = {
  session: { ...none, session: true },
  project: { ...none, project: true },
  always: { ...none, always: true },
  deny: { ...none, deny: 'no' },
  choose: { ...none, choose: 'n' },
  text: { ...none, text: 'no' },
};
const answers: Readonly<Record<InputRequest['kind'], Partial<Record<Name, object>>>> = {
  confirmation: {
    session: { kind: 'confirmation', outcome: 'session', digest: 'd1' },
    project: { kind: 'confirmation', outcome: 'project', digest: 'd1' },
    always: { kind: 'confirmation', outcome: 'always', digest: 'd1' },
    deny: { kind: 'confirmation', outcome: 'denied', digest: 'd1', reason: 'no' },
  },
  choice: { choose: { kind: 'choice', optionIds: ['n'] }, deny: { kind: 'declined' } },
  text: { text: { kind: 'text', text: 'no' }, deny: { kind: 'declined' } },
  credential: { deny: { kind: 'declined' } },
};

const pairs = Object.values(questions).flatMap((request) =>
  (Object.keys(given) as Name[]).map((name) => ({ request, name, kind: request.kind })),
);

test.each(pairs)('a $kind accepts --$name only if it is one of its answers', ({ request, name, kind }) => {
  const answer = answers[kind][name];
  const give = (): unknown => toAnswer(request, given[name]);
  if (answer === undefined) expect(give).toThrow(expect.objectContaining({ code: 'SEND_INVALID' }));
  else expect(give()).toEqual(answer);
});

test('without an option allows a call once, and rejects other questions', () => {
  expect(toAnswer(confirmation, none)).toEqual({ kind: 'confirmation', outcome: 'once', digest: 'd1' });
  for (const kind of ['choice', 'text', 'credential'] as const)
    expect(() => toAnswer(questions[kind], none)).toThrow('This question needs an answer');
});

test('rejects two answers', () => {
  const names = Object.keys(given) as Name[];
  for (const one of names)
    for (const other of names.filter((name) => name !== one)) {
      const both = { ...none, [one]: given[one][one], [other]: given[other][other] };
      expect(() => givenAnswer(both)).toThrow('cannot be used together');
      expect(() => toAnswer(confirmation, both)).toThrow('cannot be used together');
    }
});

test.each([
  ['a call that can only be allowed once', { ...confirmation, grant: undefined }, /^(?!.*--session).*--deny/],
  ['an untrusted folder', { ...confirmation, grant: { text: 'edits', rule: 'r' } }, /--session, or --deny/],
])('the hint for %s names only options that it accepts', (_, request, hint) => {
  expect(() => toAnswer(request, given.always)).toThrow(
    expect.objectContaining({ hint: expect.stringMatching(hint) as string }),
  );
});

test('a choice that allows it can be answered with text', () => {
  const request = { ...questions.choice, allowsText: true } as InputRequest;
  expect(toAnswer(request, given.text)).toEqual({ kind: 'text', text: 'no' });
});
