import type { InputRequest } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { describeQuestion, summarizeQuestion } from './describe-question.ts';

const HIDDEN = 'a\u001B]0; && rm -rf ~\u0007\u202E\u3164b';
const SHOWN = String.raw`a\u{1b}]0; && rm -rf ~\u{7}\u{202e}\u{3164}b`;

test('escapes invisible characters in the title, path, findings and rule of a question', () => {
  const request: InputRequest = {
    kind: 'confirmation',
    inputId: 'i',
    callId: 'c',
    title: `Write ${HIDDEN}?`,
    tool: 'write_file',
    args: {},
    effect: 'write',
    digest: 'd',
    display: { type: 'diff', path: HIDDEN, before: '', after: 'x\n' },
    findings: [{ check: 'x', severity: 'danger', message: HIDDEN }],
    rule: HIDDEN,
  };
  expect(describeQuestion(request)).toEqual([
    `i  Write ${SHOWN}?`,
    `    ${SHOWN}: new file, 1 line`,
    '    + x',
    `    danger: ${SHOWN}`,
    `    Asked because: ${SHOWN}`,
  ]);
  expect(summarizeQuestion(request)).toEqual([`i  Write ${SHOWN}?`, `    danger: ${SHOWN}`]);
});

test('escapes invisible characters in a choice', () => {
  const request: InputRequest = {
    ...{ kind: 'choice', inputId: 'i', callId: 'c', title: HIDDEN, multiple: false },
    options: [{ id: '1', label: HIDDEN }],
  };
  expect(describeQuestion(request)).toEqual([`i  ${SHOWN}`, `    1: ${SHOWN}`]);
});
