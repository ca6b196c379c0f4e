import { planContext, planMasking } from '@bowline/context';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anySession, type AnySession } from '../../../../tests/context/views/any-session.ts';
import { createBook } from '../../../../tests/context/views/book.ts';
import { toBytes, type Request } from '../../../../tests/context/views/observed.ts';
import { SessionPlayer } from '../../../../tests/context/views/session-player.ts';
import { isPrefixKept, lostMemory, needlessChanges, tornCalls } from '../../../../tests/context/views/view-faults.ts';

/** Plays random sessions and checks every request. */
async function inAnySession(look: (request: Request, session: AnySession) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anySession, async (session) => {
      const { requests } = await new SessionPlayer(createBook(), session).play();
      for (const request of requests) look(request, session);
    }),
    { numRuns: 150 },
  );
}

describe('the context of any session', { timeout: 30_000 }, () => {
  test('has the result of every call directly after it, and the results of a batch together', async () => {
    await inAnySession(({ contents, done }) => {
      expect(tornCalls(contents)).toEqual([]);
      for (const { after } of done) expect(tornCalls(after.map(({ content }) => content))).toEqual([]);
    });
  });

  test('fits the context window, or is not sent', async () => {
    await inAnySession(({ plan, tokens, window }) => {
      if (plan.kind === 'fits') expect(tokens).toBeLessThanOrEqual(window);
      else expect(tokens).toBeGreaterThan(window * 0.9);
    });
  });

  test('only grows, except where a result is masked or a summary replaces it', async () => {
    await inAnySession((request) => {
      expect(isPrefixKept(request)).toBe(true);
      for (const one of request.done) expect(needlessChanges(one)).toEqual([]);
    });
  });

  test('settles: each reduction makes it smaller and is not repeated', async () => {
    await inAnySession(({ done, plan, entries, tokens, window }, { masking, compactAt }) => {
      for (const { plan: what, isRejected, before, after, tokens: size } of done) {
        if (isRejected) continue;
        if (what.kind === 'compact') expect(after.length).toBeLessThanOrEqual(before.length);
        const isChanged =
          toBytes(after.map(({ content }) => content)).join() !== toBytes(before.map(({ content }) => content)).join();
        if (what.kind === 'mask' && isChanged) expect(size.after).toBeLessThan(size.before);
        expect(size.after).toBeLessThanOrEqual(size.before);
      }
      expect(done.filter(({ plan: what }) => what.kind === 'mask').length).toBeLessThanOrEqual(1);
      expect(done.filter(({ isRejected }) => isRejected).length).toBeLessThanOrEqual(1);
      expect(planMasking(entries, masking)).toEqual([]);
      const again = planContext({ entries, tokens, window, rejectedAt: tokens }, { masking, compactAt });
      expect(again).toEqual(plan);
    });
  });

  test('keeps context files verbatim, whatever is summarized', async () => {
    await inAnySession(({ done }) => {
      for (const one of done) expect(lostMemory(one)).toEqual([]);
    });
  });

  test('never splits a character', async () => {
    await inAnySession(({ contents }) => {
      expect(JSON.stringify(contents)).not.toMatch(/\\ud[89a-f]/);
    });
  });
});
