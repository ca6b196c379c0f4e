import type { InputAnswer, InputRequest } from '@bowline/protocol';
import { describe, expect, it } from 'vitest';
import type { Press, PressedKey } from '../keys/press.ts';
import { actionsOf, columnsOf, type Confirmation } from './confirmation-actions.ts';
import {
  createQuestion,
  fillQuestion,
  hasField,
  stepQuestion,
  type QuestionState,
  type QuestionStep,
} from './question-state.ts';

const key = (name: PressedKey): Press => ({ key: name, text: '', isCtrl: false, isMeta: false, isShift: false });
const typed = (text: string): Press => ({ ...key('text'), text });
const ctrl = (text: string): Press => ({ ...typed(text), isCtrl: true });
const range = { last: 20, page: 8 };

function play(request: InputRequest, presses: readonly Press[]): QuestionStep {
  let now = 0;
  let step: QuestionStep = { state: createQuestion(), effect: null };
  for (const press of presses) {
    step = stepQuestion(step.state, press, { request, range, now: (now += 500) });
    if (step.effect !== null) return step;
  }
  return step;
}
const answerOf = (request: InputRequest, presses: readonly Press[]): InputAnswer | null => {
  const { effect } = play(request, presses);
  return effect?.kind === 'answer' ? effect.answer : null;
};
const stateOf = (request: InputRequest, presses: readonly Press[]): QuestionState => play(request, presses).state;

const call: Confirmation = {
  kind: 'confirmation',
  inputId: 'i1',
  title: 'Run write_file?',
  callId: 'c1',
  tool: 'write_file',
  args: { file_path: 'a' },
  effect: 'write',
  digest: 'd1',
  findings: [],
  grant: { text: 'writing in src', rule: '', project: '/w' },
};
const { grant: _, ...onlyOnce } = call;
const danger: Confirmation = { ...call, findings: [{ check: 'keys', severity: 'danger', message: 'writes a key' }] };
const confirmed = (outcome: string, more = {}): unknown => ({ kind: 'confirmation', outcome, digest: 'd1', ...more });

describe('a confirmation', () => {
  it.each(['y', 's', 'p', 'a', 'enter'] as const)('is not allowed by %s while it is hidden', (name) => {
    const press = name === 'enter' ? key('enter') : typed(name);
    const facts = { request: call, range: { ...range, isHidden: true }, now: 500 };
    const step = stepQuestion(createQuestion(), press, facts);
    expect(step).toEqual({ state: createQuestion(), effect: null });
    const doubling = { action: 'project' as const, letter: 'p', at: 0 };
    expect(stepQuestion({ ...createQuestion(), doubling }, typed('p'), facts)).toEqual(step);
  });

  it('can be denied and postponed while it is hidden', () => {
    const facts = { request: call, range: { ...range, isHidden: true }, now: 500 };
    expect(stepQuestion(createQuestion(), typed('n'), facts).effect).toMatchObject({ answer: { outcome: 'denied' } });
    expect(stepQuestion(createQuestion(), key('escape'), facts).effect).toEqual({ kind: 'leave' });
    expect(stepQuestion(createQuestion(), typed('r'), facts).state.isWriting).toBe(true);
  });

  it.each([
    ['o', call, 'once'],
    ['y', call, 'once'],
    ['O', call, 'once'],
    ['s', call, 'session'],
    ['pp', call, 'project'],
    ['aa', call, 'always'],
    ['d', call, 'denied'],
    ['n', call, 'denied'],
    ['yy', danger, 'once'],
    ['oo', danger, 'once'],
  ])('is answered by %s', (letters, request, outcome) => {
    const presses = Array.from(letters).map(typed);
    expect(answerOf(request, presses)).toEqual(confirmed(outcome));
    if (presses.length > 1) expect(answerOf(request, presses.slice(1))).toBeNull();
  });

  it('offers stored grants only in a trusted folder, and only a single approval for a dangerous call', () => {
    const untrusted: InputRequest = { ...call, grant: { text: 'writing in src', rule: '' } };
    const twice = (letter: string): readonly Press[] => [typed(letter), typed(letter)];
    for (const letter of ['p', 'a']) expect(answerOf(untrusted, twice(letter))).toBeNull();
    expect(answerOf(untrusted, [typed('s')])).toEqual(confirmed('session'));
    for (const letter of ['s', 'p', 'a']) expect(answerOf(danger, twice(letter))).toBeNull();
  });

  it('is allowed by Enter, or denied if it is dangerous', () => {
    expect(answerOf(call, [key('enter')])).toEqual(confirmed('once'));
    expect(answerOf(danger, [key('enter')])).toEqual(confirmed('denied'));
  });

  it.each([
    [['down'], 'session'],
    [['up', 'up', 'up', 'up'], 'denied'],
    [['down', 'down', 'down', 'down'], 'denied'],
  ])('is answered by the row that %j marks', (keys, outcome) => {
    expect(answerOf(call, [...keys.map((name) => key(name as PressedKey)), key('enter')])).toEqual(confirmed(outcome));
  });

  it.each(['s', 'p', 'a'])('offers %s only if the scope of the grant is known', (letter) => {
    expect(answerOf(onlyOnce, [typed(letter), typed(letter)])).toBeNull();
    expect(answerOf(onlyOnce, [key('down'), key('enter')])).toEqual(confirmed('denied'));
  });

  it('offers what allows, then what denies, then what helps to decide', () => {
    const command: Confirmation = { ...call, display: { type: 'command', command: 'ls' } };
    const untrusted: Confirmation = { ...call, grant: { text: 'writing in src', rule: '' } };
    const rest = ['deny', 'reason', 'edit'];
    expect(actionsOf(call)).toEqual(['once', 'session', 'project', 'always', ...rest, 'whole']);
    expect(actionsOf(command)).toEqual(['once', 'session', 'project', 'always', ...rest]); // it is always whole
    expect(actionsOf(untrusted)).toEqual(['once', 'session', ...rest, 'whole']);
    expect(actionsOf(onlyOnce)).toEqual(['once', ...rest, 'whole']);
    expect(actionsOf(danger)).toEqual(['deny', 'reason', 'once', 'edit', 'whole']);
  });

  it('offers no other way for pending changes than to apply what is shown', () => {
    const preview = { previewId: 'p', exitCode: 0, durationMs: 1, output: '', files: [], fileCount: 0, diffs: [] };
    const more = { git: [], limits: [], databases: [], conflicts: [] };
    const pending: Confirmation = { ...onlyOnce, tool: 'apply_changes', preview: { ...preview, ...more } };
    expect(actionsOf(pending)).toEqual(['apply', 'preview', 'deny', 'reason']);
    expect(actionsOf({ ...pending, tool: 'run_shell_command' })).toEqual([
      ...['apply', 'real', 'preview', 'deny', 'reason'],
    ]);
  });

  it.each([
    [call, ['once', 'session', 'project', 'always']],
    [danger, ['deny', 'reason']],
  ])('has in its left column what Enter could take first', (request, left) => {
    const [first, second] = columnsOf(request);
    expect(first).toEqual(left);
    expect([...first, ...second]).toEqual(actionsOf(request));
  });

  it.each([
    [call, ['down', 'down'], 'Press p twice to choose this'],
    [call, ['down', 'down', 'down'], 'Press a twice to choose this'],
    [danger, ['down', 'down'], 'Press y twice to choose this'],
  ])('asks for the letter if Enter is pressed on a row whose key counts twice', (request, keys, problem) => {
    const presses = [...keys.map((name) => key(name as PressedKey)), key('enter')];
    expect(play(request, presses)).toMatchObject({ effect: null, state: { problem } });
  });

  it.each([
    [149, null],
    [150, 'project'],
    [3000, 'project'],
    [3001, null],
  ])('takes a second press %i ms after the first', (after, outcome) => {
    const first = stepQuestion(createQuestion(), typed('p'), { request: call, range, now: 1000 });
    expect(first).toMatchObject({ effect: null, state: { doubling: { action: 'project' } } });
    const { effect } = stepQuestion(first.state, typed('p'), { request: call, range, now: 1000 + after });
    expect(effect?.kind === 'answer' ? effect.answer : null).toEqual(outcome === null ? null : confirmed(outcome));
  });

  it.each([typed('a'), typed('y'), key('enter'), key('escape')])('forgets a first press after %j', (press) => {
    expect(play(call, [typed('p'), press])).toMatchObject({ effect: null, state: { doubling: null } });
    expect(answerOf(call, [typed('p'), press, typed('p')])).toBeNull();
  });

  it.each([
    typed('os'),
    typed('yes'),
    typed('o\r'),
    ctrl('o'),
    { ...typed('o'), isMeta: true },
    typed('x'),
    key('none'),
  ])('is not answered by %j', (press) => {
    expect(answerOf(call, [press])).toBeNull();
  });

  it('is denied with a reason, without a time limit for typing', () => {
    const why = [typed('r'), typed('o'), typed('n'), typed('o'), key('backspace')];
    expect(answerOf(call, [...why, key('enter')])).toEqual(confirmed('denied', { reason: 'on' }));
    const back = stateOf(call, [...why, key('escape')]);
    expect(back).toMatchObject({ isWriting: false, field: { text: 'on' } });
    expect(answerOf(call, [typed('r'), key('enter')])).toEqual(confirmed('denied'));
  });

  it('can be edited', () => {
    expect(play(call, [typed('e')]).effect).toEqual({ kind: 'edit' });
  });

  it('is postponed by Escape', () => {
    expect(play(call, [key('escape')]).effect).toEqual({ kind: 'leave' });
    expect(play(call, [typed('w'), key('escape')])).toMatchObject({ effect: null, state: { isWhole: false } });
  });

  it.each([
    [[key('pagedown')], 8],
    [[key('pagedown'), key('pagedown'), key('pagedown')], 20],
    [[key('pagedown'), key('pageup'), key('pageup')], 0],
    [[typed('j'), typed('j'), typed('k')], 1],
    [[typed('r'), key('pagedown')], 8],
  ])('scrolls with %j', (presses, scroll) => {
    expect(stateOf(call, presses).scroll).toBe(scroll);
  });
});

const choice: InputRequest = {
  kind: 'choice',
  inputId: 'q',
  title: 'Which?',
  multiple: false,
  options: [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
    { id: 'c', label: 'C' },
  ],
};
const several: InputRequest = { ...choice, multiple: true };

describe('a choice', () => {
  it.each([
    [choice, [key('enter')], ['a']],
    [choice, [key('down'), key('enter')], ['b']],
    [choice, [key('up'), key('enter')], ['c']],
    [choice, [typed('j'), typed('k'), key('enter')], ['a']],
    [choice, [typed('3')], ['c']],
    [several, [typed('3'), typed('1'), key('enter')], ['a', 'c']],
    [several, [typed(' '), key('down'), typed(' '), key('up'), typed(' '), key('enter')], ['b']],
    [several, [key('down'), key('enter')], ['b']],
  ])('of %j takes %j', (request, presses, optionIds) => {
    expect(answerOf(request, presses)).toEqual({ kind: 'choice', optionIds });
  });

  it.each([typed('9'), typed('0'), typed(' '), typed('12'), typed('x')])('is not answered by %j', (press) => {
    expect(play(choice, [press]).effect).toBeNull();
  });

  it('can be declined or postponed', () => {
    expect(answerOf(choice, [typed('d')])).toEqual({ kind: 'declined' });
    expect(play(choice, [key('escape')]).effect).toEqual({ kind: 'leave' });
  });
});

describe('a choice that can be answered in other words', () => {
  const open: InputRequest = { ...choice, allowsText: true };
  const words = [typed('my'), typed('1'), typed('d')];

  it.each([
    ['its number', [typed('4')]],
    ['Enter', [key('up'), key('enter')]],
    ['Space', [key('up'), typed(' ')]],
  ])('opens a field by %s, which takes every letter', (_how, presses) => {
    expect(stateOf(open, presses)).toMatchObject({ isWriting: true, chosen: 3 });
    expect(answerOf(open, [...presses, ...words, key('enter')])).toEqual({ kind: 'text', text: 'my1d' });
  });

  it('goes back to the options with Escape and keeps the text', () => {
    const state = stateOf(open, [typed('4'), ...words, key('escape')]);
    expect(state).toMatchObject({ isWriting: false, field: { text: 'my1d' } });
    expect(hasField(state, open)).toBe(false);
    expect(answerOf(open, [typed('4'), ...words, key('escape'), typed('2')])).toEqual({
      kind: 'choice',
      optionIds: ['b'],
    });
  });

  it('is not sent empty', () => {
    expect(play(open, [typed('4'), key('enter')])).toMatchObject({
      effect: null,
      state: { isWriting: true, problem: expect.any(String) as string },
    });
  });

  it('adds to the selected options', () => {
    const presses = [typed('1'), typed('4'), typed('x'), key('enter')];
    expect(answerOf({ ...open, multiple: true }, presses)).toEqual({ kind: 'text', text: 'A, x' });
  });

  it('has no such row otherwise', () => {
    expect(play(choice, [typed('4')])).toMatchObject({ effect: null, state: { isWriting: false } });
  });
});

describe('a choice whose options have letters', () => {
  const lettered: InputRequest = {
    ...choice,
    options: [
      { id: 'wait', label: 'Wait', key: 'w' },
      { id: 'always', label: 'Always', key: 'd' },
    ],
  };

  it('takes them, also the one that declines elsewhere', () => {
    expect(answerOf(lettered, [typed('d')])).toEqual({ kind: 'choice', optionIds: ['always'] });
    expect(answerOf(lettered, [typed('W')])).toEqual({ kind: 'choice', optionIds: ['wait'] });
    expect(play(lettered, [typed('1')]).effect).toBeNull();
  });
});

const text: InputRequest = { kind: 'text', inputId: 'q', title: 'Name?' };
const credential: InputRequest = { kind: 'credential', inputId: 'q', title: 'Key?', service: 'gemini' };

describe('a text', () => {
  it('is typed, pasted and sent', () => {
    expect(answerOf(text, [typed('d'), typed('ob'), key('enter')])).toEqual({ kind: 'text', text: 'dob' });
    expect(answerOf(text, [typed('a'), { ...key('enter'), isMeta: true }, typed('b'), key('enter')])).toEqual({
      kind: 'text',
      text: 'a\nb',
    });
    expect(fillQuestion(createQuestion(), 'x\ny')).toMatchObject({ field: { text: 'x\ny' } });
    expect([text, credential, call].map((request) => hasField(createQuestion(), request))).toEqual([true, true, false]);
  });

  it('is not sent empty', () => {
    expect(play(text, [typed(' '), key('enter')])).toMatchObject({
      effect: null,
      state: { problem: expect.any(String) as string },
    });
    expect(answerOf(text, [ctrl('n')])).toEqual({ kind: 'declined' });
  });

  it('trims a secret', () => {
    expect(answerOf(credential, [typed(' key\n'), key('enter')])).toEqual({ kind: 'credential', secret: 'key' });
  });
});
