import { inputRequestSchema, type InputOutcome } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { askUserInput, toAnswerWords, toInputRequests } from './ask-user.ts';

const { questions } = askUserInput.parse({
  questions: [
    {
      question: 'Which one?',
      header: 'Store',
      options: [{ label: 'SQLite', description: 'a file' }, { label: 'None' }],
    },
    { question: 'Which of them?', type: 'choice', multiSelect: true, options: [{ label: 'a' }, { label: 'b' }] },
    { question: 'Go on?', type: 'yesno' },
    { question: 'What is its name?', placeholder: 'my-app' },
  ],
});

test('turns questions into input requests', () => {
  const requests = toInputRequests(questions, 'call');
  expect(requests).toEqual([
    {
      inputId: 'call:0',
      callId: 'call',
      title: 'Which one?',
      kind: 'choice',
      options: [
        { id: '1', label: 'SQLite', description: 'a file' },
        { id: '2', label: 'None' },
      ],
      multiple: false,
      allowsText: true,
    },
    {
      inputId: 'call:1',
      callId: 'call',
      title: 'Which of them?',
      kind: 'choice',
      options: [
        { id: '1', label: 'a' },
        { id: '2', label: 'b' },
      ],
      multiple: true,
      allowsText: true,
    },
    {
      inputId: 'call:2',
      callId: 'call',
      title: 'Go on?',
      kind: 'choice',
      options: [
        { id: 'yes', label: 'Yes' },
        { id: 'no', label: 'No' },
      ],
      multiple: false,
      allowsText: true,
    },
    { inputId: 'call:3', callId: 'call', title: 'What is its name?', kind: 'text', placeholder: 'my-app' },
  ]);
  for (const request of requests) expect(inputRequestSchema.parse(request)).toEqual(request);
});

test('turns answers into text', () => {
  const outcomes: InputOutcome[] = [
    { kind: 'choice', optionIds: ['2'] },
    { kind: 'text', text: 'both, but a first' },
    { kind: 'declined' },
  ];
  expect(toAnswerWords(questions, outcomes)).toBe(
    [
      'Store: Which one?\nNone',
      'Which of them?\nboth, but a first',
      'Go on?\n(the user declined to answer)',
      'What is its name?\n(not answered)',
    ].join('\n\n'),
  );
});

test.each<[InputOutcome, string]>([
  [{ kind: 'choice', optionIds: ['1', '2'] }, 'a, b'],
  [{ kind: 'choice', optionIds: [] }, '(nothing chosen)'],
  [{ kind: 'text', text: '' }, '(an empty answer)'],
  [{ kind: 'expired' }, '(no answer in time)'],
  [{ kind: 'credential' }, '(answered with something else)'],
])('answers %j with %s', (outcome, words) => {
  expect(toAnswerWords(questions.slice(1, 2), [outcome])).toBe(`Which of them?\n${words}`);
});

test.each([
  [{ questions: [] }],
  [{ questions: [{ question: 'x', type: 'choice', options: [{ label: 'only' }] }] }],
  [{ questions: Array.from({ length: 5 }, () => ({ question: 'x' })) }],
])('refuses %j', (value) => {
  expect(askUserInput.safeParse(value).success).toBe(false);
});
