import { describe, expect, it } from 'vitest';
import { sectionRows } from '../../../../tests/tui/open-panel.tsx';
import { viewOf } from '../../../../tests/tui/view-of.ts';
import { createQuestion, stepQuestion, type QuestionStep } from '../questions/question-state.ts';
import { paintQuestion } from '../questions/paint/paint-question.ts';
import type { Press } from '../keys/press.ts';
import type { OwnQuestion } from '../questions/own-question.ts';
import { emptyTranscript } from '../transcript/reduce-transcript.ts';
import type { CallItem } from '../transcript/transcript.ts';
import { askAboutOwner } from './owner-question.ts';

const at = '2026-01-01T23:59:48.000Z';
const ended = { kind: 'ended', pid: 4127, host: 'ada-laptop', at, isAlive: () => false } as const;
const call: CallItem = {
  ...{ kind: 'call', id: '1', at, threadId: null, callId: 'c', name: 'run_shell_command', effect: 'execute' },
  ...{ args: { command: 'npm test' }, status: 'running', startedAt: at, endedAt: null, rule: null, display: null },
  ...{ result: null, output: '', decision: null, answerId: 'a' },
};
const running = { ...emptyTranscript(), live: [call] };
const question = askAboutOwner(ended, { title: 'Fix the parser tests', transcript: running });

function rows(request: OwnQuestion, width: number, hasFocus = false): readonly string[] {
  const view = viewOf(width);
  const shown = { request, state: createQuestion(), at: 0, count: 1, hasFocus, isDraftEmpty: true };
  return sectionRows(paintQuestion(shown, { ...view, width: width - 2 }, 20).section, view);
}

describe('the question about a process that has ended', () => {
  it('says what it did and what can be done in a wide window', () => {
    expect(rows(question, 120)).toEqual([
      '╭─ ! Process 4127 ended 12 s ago ────────────────────────────────────────────────────── session "Fix the parser tests" ─',
      '│ It was running npm test. The command keeps running; nothing is lost.',
      '│',
      '│ ❯ t  Take over and continue here   reattaches to the command',
      '│   w  Keep watching                 until another process takes over',
      '│   q  Quit                          bowline -r resumes later',
      '├─ Tab to answer ───────────────────────────────────────────────────────────────────────────────────────────────────────',
    ]);
  });

  it('looks the same in a normal window', () => {
    expect(rows(question, 80)).toEqual([
      '╭─ ! Process 4127 ended 12 s ago ────────────── session "Fix the parser tests" ─',
      '│ It was running npm test. The command keeps running; nothing is lost.',
      '│',
      '│ ❯ t  Take over and continue here   reattaches to the command',
      '│   w  Keep watching                 until another process takes over',
      '│   q  Quit                          bowline -r resumes later',
      '├─ Tab to answer ───────────────────────────────────────────────────────────────',
    ]);
  });

  it('has notes below the options in a narrow window', () => {
    expect(rows(question, 40)).toEqual([
      '╭─ ! Process 4127 ended 12 s ago ───────',
      '│ It was running npm test. The command',
      '│ keeps running; nothing is lost.',
      '│',
      '│ ❯ t  Take over and continue here',
      '│      reattaches to the command',
      '│   w  Keep watching',
      '│      until another process takes over',
      '│   q  Quit',
      '│      bowline -r resumes later',
      '├─ Tab to answer ───────────────────────',
    ]);
  });

  it('lists the keys once it has the focus', () => {
    expect(rows(question, 80, true).at(-1)).toMatch(/^├─ ↑↓ Enter or a letter · Tab to the draft · Esc later ─+$/);
  });

  it('says that a process which still runs has closed the session', () => {
    const closed = askAboutOwner({ ...ended, isAlive: () => true }, { title: '', transcript: emptyTranscript() });
    expect(rows(closed, 80).slice(0, 4)).toEqual([
      '╭─ ! Process 4127 closed this session 12 s ago ─────────────────────────────────',
      '│ Everything is saved.',
      '│',
      '│ ❯ t  Take over and continue here   opens the session',
    ]);
  });

  it('says that a turn was not finished', () => {
    const stream = { ...running.stream, streamId: 's', startedAt: at };
    const turn = askAboutOwner(ended, { title: '', transcript: { live: [], stream: stream as never } });
    expect(rows(turn, 80).slice(1, 4).join('\n')).toMatch(/in the middle of a turn[^]*finishes the turn/);
  });

  const press = (text: string): Press => ({ key: 'text', text, isCtrl: false, isMeta: false, isShift: false });
  const key = (name: 'enter' | 'down' | 'up' | 'escape'): Press => ({ ...press(''), key: name });
  const play = (...presses: readonly Press[]): QuestionStep['effect'] => {
    let state = createQuestion();
    let effect: QuestionStep['effect'] = null;
    for (const each of presses)
      ({ state, effect } = stepQuestion(state, each, { request: question, range: { last: 0, page: 1 }, now: 0 }));
    return effect;
  };
  const answer = (id: string) => ({ kind: 'answer', answer: { kind: 'choice', optionIds: [id] } });

  it.each([
    ['t', [press('t')], answer('take')],
    ['Enter', [key('enter')], answer('take')],
    ['q', [press('q')], answer('quit')],
    ['up and Enter', [key('up'), key('enter')], answer('quit')],
    ['w', [press('w')], { kind: 'leave' }],
    ['down and Enter', [key('down'), key('enter')], { kind: 'leave' }],
    ['Escape', [key('escape')], { kind: 'leave' }],
    ['d', [press('d')], null],
    ['1', [press('1')], null],
  ])('%s answers it', (_, presses, effect) => {
    expect(play(...presses)).toEqual(effect);
  });
});
