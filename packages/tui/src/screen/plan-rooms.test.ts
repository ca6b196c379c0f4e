import fc from 'fast-check';
import { expect, it } from 'vitest';
import { visibleRows } from '../prompt/paint-prompt.ts';
import { planRooms, rowsForDraft } from './plan-rooms.ts';

it.each([
  // A question has all rows except the dock's own ones, a blank one above it and one that stays free.
  [
    { rows: 24, width: 80, draft: 1 },
    { question: 17, panel: 12, menu: 8 },
  ],
  // A panel takes at most 60 percent of the window with its two rules.
  [
    { rows: 50, width: 80, draft: 1 },
    { question: 43, panel: 28, menu: 8 },
  ],
  // A low window has neither a last row nor a blank one.
  [
    { rows: 19, width: 80, draft: 1 },
    { question: 14, panel: 9, menu: 8 },
  ],
  // A narrow one has no last row.
  [
    { rows: 24, width: 59, draft: 1 },
    { question: 18, panel: 12, menu: 8 },
  ],
  [
    { rows: 12, width: 80, draft: 1 },
    { question: 7, panel: 6, menu: 6 },
  ],
  [
    { rows: 24, width: 80, draft: 8 },
    { question: 10, panel: 10, menu: 8 },
  ],
])('leaves in %j the rooms %j', (facts, rooms) => {
  expect(planRooms(facts)).toEqual(rooms);
});

it('leaves at least one row for everything, and one row of the window free', () => {
  const window = fc.record({ rows: fc.integer({ min: 10, max: 90 }), width: fc.integer({ min: 20, max: 200 }) });
  fc.assert(
    fc.property(window, fc.integer({ min: 1, max: 10 }), ({ rows, width }, typed) => {
      const draft = Math.min(typed, visibleRows(rowsForDraft(rows, true)));
      const { question, panel, menu } = planRooms({ rows, width, draft });
      expect(Math.min(question, panel, menu)).toBeGreaterThanOrEqual(1);
      expect(Math.max(panel, menu)).toBeLessThanOrEqual(question);
      expect(question + 3 + draft).toBeLessThan(rows);
    }),
  );
});

it('shrinks the draft in a low window only while a question is shown', () => {
  expect([rowsForDraft(12, true), rowsForDraft(12, false), rowsForDraft(20, true)]).toEqual([4, 12, 20]);
});
