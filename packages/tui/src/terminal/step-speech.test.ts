import { describe, expect, it } from 'vitest';
import { SILENCE, stepSpeech, type SpokenActivity, type SpokenDock } from './step-speech.ts';

const idle: SpokenDock = { section: null, activity: null, news: [], line: null };
const working: SpokenActivity = { words: 'Working', about: 'Working', hint: 'Press Escape.', elapsed: '1 second' };
const running: SpokenActivity = { ...working, words: 'Running npm test', about: 'Running npm test' };

/** What is said at each of these times, in seconds. */
function hear(...moments: readonly (readonly [seconds: number, dock: Partial<SpokenDock>])[]) {
  let speech = SILENCE;
  return moments.map(([seconds, dock]) => {
    const step = stepSpeech(speech, { ...idle, ...dock }, seconds * 1000);
    speech = step.speech;
    return step.rows;
  });
}

describe('a section', () => {
  const question = { key: 'q', rows: ['Approval', 'Why', 'Answer'], chosen: 'y' };
  const open = (more: Partial<typeof question> = {}) => ({ section: { ...question, ...more } });

  it('is said once', () => {
    expect(hear([0, open()], [1, open()])).toEqual([['Approval', 'Why', 'Answer'], []]);
  });

  it('says what is new in it, and what is chosen when that changes', () => {
    expect(hear([0, open()], [1, open({ rows: [...question.rows, 'Keys'] })], [2, open({ chosen: 's' })])).toEqual([
      question.rows,
      ['Keys'],
      ['Chosen: s.'],
    ]);
  });

  it('is said completely if it is another one, though rows are the same, and after it was closed', () => {
    expect(hear([0, open()], [1, open({ key: 'r' })])[1]).toEqual(question.rows);
    expect(hear([0, open()], [1, {}], [2, open()])).toEqual([question.rows, [], question.rows]);
  });
});

describe('an activity', () => {
  it('is said at once at the start of a turn, with how to stop it', () => {
    expect(hear([0, { activity: working }], [1, { activity: working }])).toEqual([['Working. Press Escape.'], []]);
  });

  it('is said later only if it lasts two seconds, because its result follows', () => {
    const brief = hear([0, { activity: working }], [1, { activity: running }], [2, { activity: working }]);
    expect(brief.slice(1)).toEqual([[], []]);
    const long = hear([0, { activity: working }], [1, { activity: running }], [3, { activity: running }]);
    expect(long.slice(1)).toEqual([[], ['Running npm test.']]);
  });

  it('says its progress every ten seconds', () => {
    const moments = Array.from({ length: 25 }, (_, at) => {
      return [at, { activity: { ...working, elapsed: `${at} seconds` } }] as const;
    });
    expect(hear(...moments).flat()).toEqual(['Working. Press Escape.', 'Working, 10 seconds.', 'Working, 20 seconds.']);
  });

  it('that counts is not said every second, and says its own keys', () => {
    const retry = (left: number): SpokenActivity => ({
      words: `Retrying in ${left} seconds`,
      about: 'Retrying',
      hint: 'Press Enter to try now.',
      elapsed: '3 seconds',
    });
    const said = hear([0, { activity: working }], [1, { activity: retry(8) }], [2, { activity: retry(7) }]);
    expect(said.slice(1)).toEqual([['Retrying in 8 seconds. Press Enter to try now.'], []]);
  });

  it('without a time is said whenever it changes', () => {
    const pending = { ...working, words: '1 approval pending', about: 'pending', hint: '', elapsed: null };
    expect(hear([0, { activity: working }], [1, { activity: pending }])[1]).toEqual(['1 approval pending.']);
  });

  it('is not said while something is open, and that time does not count', () => {
    const section = { key: 'q', rows: ['Approval'], chosen: null };
    const said = hear(
      [0, { activity: working }],
      [1, { activity: running }],
      [30, { activity: running, section }],
      [31, { activity: running }],
      [33, { activity: running }],
    );
    expect(said.slice(2)).toEqual([['Approval'], [], ['Running npm test.']]);
  });
});

it('says a note once while it is there, and again when it comes back', () => {
  const note = { news: ['Copied.'] };
  expect(hear([0, note], [1, note], [2, {}], [3, note])).toEqual([['Copied.'], [], [], ['Copied.']]);
});
