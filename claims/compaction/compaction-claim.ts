import type { Claim, ClaimRun } from '../claim.ts';
import { quantile } from '../shared/quantile.ts';
import { round } from '../shared/round.ts';
import { longSessions, type LongSession } from '../../tests/context/compaction/long-sessions.ts';
import { playLargeSummaries, playLoss, type Kept } from './play-loss.ts';

/** The minimum number of summaries per session. */
const LEAST = 3;
/** One in this many sessions is summarized at the user's request. */
const ASKED = 4;
const QUICK = 4;

/** Checks that a session that is summarized repeatedly loses nothing important. */
export const compaction: Claim = {
  id: 'compaction',
  sentence: `20 long scripted sessions run through the whole runtime, and each is summarized at least ${LEAST} times. The first request after each summary contains every planted fact that a good summary states, and every word of the user. If every summary omits a fact, honest verification catches the omission every time. Reopening the session shows the model the same bytes. A summary that is larger than the text it replaces is rejected.`,
  async run({ isQuick, say }) {
    const sessions = isQuick ? longSessions.filter((_, n) => n % (longSessions.length / QUICK) === 2) : longSessions;
    const plays = await playAll(sessions, say);
    const { good, checked, alone, large } = plays;
    const kept = [...good, ...checked];
    const figures = {
      sessions: sessions.length,
      facts: sessions.reduce((sum, { facts }) => sum + facts.length, 0),
      summaries: count(good, ({ compactions }) => compactions.length),
      leastSummaries: Math.min(...good.map(({ views }) => views.length)),
      factsLost: count(good, ({ lost }) => lost.length),
      wordsLost: count(kept, ({ lostWords }) => lostWords.length),
      lossesCaught: checked.filter(isCaught).length,
      lossesCaughtByAnchorsAlone: alone.filter(isCaught).length,
      lossesInAll: checked.filter(({ atStake }) => atStake > 0).length,
      sameWhenOpenedAgain: [...kept, ...alone].filter(({ isSameAgain }) => isSameAgain).length,
      playedInAll: kept.length + alone.length,
      largerRefused: large.filter((played) => played.rejections > 0 && played.compactions.length === 0).length,
      largerInAll: large.length,
      ...toSizes(good),
    };
    return {
      holds:
        figures.leastSummaries >= LEAST &&
        figures.factsLost + figures.wordsLost === 0 &&
        figures.lossesCaught === sessions.length &&
        figures.sameWhenOpenedAgain === figures.playedInAll &&
        figures.largerRefused === figures.largerInAll,
      figures,
      against:
        'the facts that were planted in the sessions. The model is scripted: its summary states the facts that it can read in the transcript, and its verification names the facts that are in the transcript but not in the summary. A fact counts as caught only if the summary itself states it, not if it appears in the quoted words of the user',
    };
  },
};

interface Plays {
  readonly good: readonly Kept[];
  /** With a fact omitted from every summary, and with verification. */
  readonly checked: readonly Kept[];
  /** The same without verification. */
  readonly alone: readonly Kept[];
  readonly large: readonly Awaited<ReturnType<typeof playLargeSummaries>>[];
}

async function playAll(sessions: readonly LongSession[], say: ClaimRun['say']): Promise<Plays> {
  const plays = {
    good: [] as Kept[],
    checked: [] as Kept[],
    alone: [] as Kept[],
    large: [] as Plays['large'][number][],
  };
  for (const [n, session] of sessions.entries()) {
    const isAsked = n % ASKED === ASKED - 1;
    const good = await playLoss(session, { isChecked: true, isAsked });
    const checked = await playLoss(session, { isChecked: true, isAsked, forgets: session.dropped });
    const alone = await playLoss(session, { isChecked: false, isAsked, forgets: session.dropped });
    if (isAsked) plays.large.push(await playLargeSummaries(session));
    plays.good.push(good);
    plays.checked.push(checked);
    plays.alone.push(alone);
    for (const { needle } of good.lost) say(`${session.name}: lost ${needle}`);
    const sizes = good.compactions.map(({ tokensBefore, tokensAfter }) => `${tokensBefore} -> ${tokensAfter}`);
    const caught = [checked, alone].map((kept) => `${kept.caught} of ${kept.atStake}`);
    say(
      `${session.name}: ${sizes.join(', ')} tokens; caught when checked ${caught[0] ?? ''}, by anchors ${caught[1] ?? ''}`,
    );
  }
  return plays;
}

/** Whether a fact that every summary omits was still in the view whenever it mattered. */
function isCaught({ atStake, caught }: Kept): boolean {
  return atStake > 0 && caught === atStake;
}

function count(plays: readonly Kept[], of: (kept: Kept) => number): number {
  return plays.reduce((sum, kept) => sum + of(kept), 0);
}

/** The sizes of the requests before and after compaction. */
function toSizes(plays: readonly Kept[]): Record<string, number> {
  const all = plays.flatMap(({ compactions }) => compactions);
  return {
    medianTokensBefore: quantile(
      all.map(({ tokensBefore }) => tokensBefore),
      0.5,
    ),
    medianTokensAfter: quantile(
      all.map(({ tokensAfter }) => tokensAfter),
      0.5,
    ),
    medianShareLeft: round(
      quantile(
        all.map(({ tokensBefore, tokensAfter }) => tokensAfter / tokensBefore),
        0.5,
      ),
    ),
    largestShareLeft: round(Math.max(...all.map(({ tokensBefore, tokensAfter }) => tokensAfter / tokensBefore))),
  };
}
