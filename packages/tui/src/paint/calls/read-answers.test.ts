import type { CallItem } from '../../transcript/transcript.ts';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { viewOf } from '../../../../../tests/tui/paint-asked.ts';
import { paintCall } from './paint-call.ts';

function asks(questions: readonly { question: string; header?: string }[], said: string): CallItem {
  return {
    ...{ id: 'c', at: '', threadId: null, kind: 'call', callId: 'c', name: 'ask_user', effect: 'read' },
    ...{ status: 'finished', startedAt: null, endedAt: null, rule: null, display: null },
    ...{ output: '', answerId: 'a', decision: null, args: { questions: questions.map((asked) => ({ ...asked })) } },
    result: { content: [{ type: 'text', text: said }], display: null, isError: false, errorType: null, data: null },
  };
}

const paint = (item: CallItem): readonly string[] => paintCall(item, viewOf(80)).map(stripVTControlCharacters);

test('a single question and its answer are one row', () => {
  expect(paint(asks([{ question: 'Which one?', header: 'DB' }], 'DB: Which one?\nSQLite'))).toEqual([
    '    ✓ Ask     Which one?                                                  SQLite',
  ]);
});

test('a longer answer is below the question, once', () => {
  const said = 'Which one?\nThe one that needs no server and is a single file';
  expect(paint(asks([{ question: 'Which one?' }], said))).toEqual([
    '    ✓ Ask     Which one?                                                answered',
    '              The one that needs no server and is a single file',
  ]);
});

test('several questions have a row each', () => {
  const questions = [{ question: 'Which one?', header: 'DB' }, { question: 'Its name?' }];
  expect(paint(asks(questions, 'DB: Which one?\nSQLite\n\nIts name?\nmain\n\nor so'))).toEqual([
    '    ✓ Ask     2 questions                                               answered',
    '              Which one? SQLite',
    '              Its name? main',
    '',
    '              or so',
  ]);
});

test('an unknown result is shown as any other', () => {
  expect(paint(asks([{ question: 'Which one?' }], 'odd'))[0]).toMatch(/Which one\? +odd$/);
});
