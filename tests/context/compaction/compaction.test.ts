import { showSections, toTranscript } from '@bowline/context';
import { describe, expect, it } from 'vitest';
import { longSessions, says, withoutFact } from './long-sessions.ts';
import { falseAlarms, measureLosses } from './measure-compaction.ts';

/** Transcript limits: enough for a whole session, and so little that most results are cut. */
const ROOMY = 1_000_000;
const TIGHT = 40_000;

const oneOfEach = longSessions.map((session) => ({ session, dropped: session.dropped }));
const everyLoss = longSessions.flatMap((session) => session.facts.map((dropped) => ({ session, dropped })));

describe('the test sessions', () => {
  it('are twenty long ones with at least eight facts each', () => {
    expect(longSessions).toHaveLength(20);
    for (const { contents, facts } of longSessions) {
      expect(contents.length).toBeGreaterThanOrEqual(60);
      expect(contents.length).toBeLessThanOrEqual(200);
      expect(facts.length).toBeGreaterThanOrEqual(8);
    }
  });

  it.each(longSessions)('$name: has each fact in it and in the good summary, and not in one without it', (session) => {
    const text = toTranscript(session.contents, { maxChars: ROOMY });
    const good = showSections(session.good);
    const lost = session.facts.filter((fact) => !says(text, fact) || !says(good, fact));
    const kept = session.facts.filter((fact) => says(showSections(withoutFact(session, fact)), fact));
    expect({ lost, kept }).toEqual({ lost: [], kept: [] });
    expect(says(showSections(session.bad), session.dropped)).toBe(false);
  });
});

describe('a summary that lost a fact', { timeout: 30_000 }, () => {
  it('is mostly detected and repaired without a model, and always with an honest verifier', () => {
    expect(measureLosses(oneOfEach, ROOMY)).toEqual({ losses: 20, caught: 18, mendedAlone: 18, mended: 20 });
  });

  it('is repaired as well for every other fact', () => {
    expect(measureLosses(everyLoss, ROOMY)).toEqual({ losses: 180, caught: 153, mendedAlone: 153, mended: 180 });
  });

  it('is repaired if the transcript is cut to a fraction, except for some facts in the middle of an output', () => {
    const inOutput = everyLoss.filter(({ dropped }) => dropped.by === 'output');
    const elsewhere = everyLoss.filter(({ dropped }) => dropped.by !== 'output');
    expect(measureLosses(elsewhere, TIGHT)).toMatchObject({ losses: 170, mended: 170 });
    expect(measureLosses(inOutput, TIGHT)).toMatchObject({ losses: 10, mended: 9 });
  });
});

it('a good summary causes few false alarms', () => {
  const alarms = longSessions.map((session) => falseAlarms(session).length);
  expect(Math.max(...alarms)).toBeLessThanOrEqual(4);
});
