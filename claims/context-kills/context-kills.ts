import type { ClaimRun } from '../claim.ts';
import { ContextFindings } from './context-findings.ts';
import type { MomentKill } from './context-moments.ts';
import { playRound, type ContextRound, type PlayedContext } from './context-round.ts';
import type { RoundStage } from '../kills/play-in-child.ts';

/** The number of rounds in the quick form. */
const SAMPLE = 24;
const AT_ONCE = 3;
/** The process after a killed one is killed within this many moments. */
const AGAIN_WITHIN = 60;

/** The result of kills at all moments. */
export interface ContextKills {
  readonly findings: ContextFindings;
  /** The moments of the session without a kill, by kind. */
  readonly moments: Readonly<Record<MomentKind, number>>;
}

export type MomentKind = 'append' | 'file' | 'answer' | 'send' | 'effect' | 'snapshot';

/**
 * Kills at every moment; then at every moment again, with a kill of the next process too. The quick form does some of
 * both.
 */
export async function killContexts(stage: RoundStage, { isQuick, say }: ClaimRun): Promise<ContextKills> {
  const whole = await playRound(stage, { kills: [] });
  const { moments } = whole;
  const once = moments.map((_, n): ContextRound => ({ kills: [{ at: n + 1 }] }));
  const twice = moments.map((_, n): ContextRound => ({ kills: againAfter(n) }));
  const rounds = isQuick ? sampleOf(once, twice) : [...once, ...twice];
  const findings = await playAll(stage, rounds, say);
  findings.add(whole.findings);
  return { findings, moments: countKinds(moments) };
}

/** Kills at that moment, again a little later, and in every third round once more. */
function againAfter(n: number): MomentKill[] {
  const second = { at: 1 + ((n * 7919) % AGAIN_WITHIN) };
  const third = { at: 1 + ((n * 104_729) % AGAIN_WITHIN) };
  return [{ at: n + 1 }, second, ...(n % 3 === 0 ? [third] : [])];
}

/** Evenly over all moments; every fourth round has more than one kill. */
function sampleOf(once: readonly ContextRound[], twice: readonly ContextRound[]): ContextRound[] {
  const stride = once.length / SAMPLE;
  const at = (n: number): number => Math.floor((n + 0.5) * stride);
  return Array.from({ length: SAMPLE }, (_, n) => (n % 4 === 3 ? twice : once)[at(n)] ?? { kills: [] });
}

async function playAll(
  stage: RoundStage,
  rounds: readonly ContextRound[],
  say: ClaimRun['say'],
): Promise<ContextFindings> {
  const findings = new ContextFindings();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let round = rounds[next]; round !== undefined; round = rounds[next]) {
      next += 1;
      const played = await playRound(stage, round);
      findings.add(played.findings);
      tell(round, played, say);
      if (next % 100 === 0) say(`${next} of ${rounds.length} rounds, ${findings.counts.killed} kills`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return findings;
}

function tell({ kills }: ContextRound, { findings, evidence }: PlayedContext, say: ClaimRun['say']): void {
  if (findings.problems.length === 0) return;
  const where = evidence?.notes.flatMap((note) => (note.kind === 'killed' ? [note.at] : [])) ?? [];
  say(
    `killed at ${kills.map(({ at }) => at).join()} (${where.join(', ')}): ${findings.problems.slice(0, 5).join(' | ')}`,
  );
}

const kinds: readonly (readonly [MomentKind, RegExp])[] = [
  ['file', / file$/],
  ['answer', / answer of /],
  ['send', /^sent /],
  ['effect', / effect$/],
  ['snapshot', /^snapshot$/],
  ['append', /./],
];

function countKinds(moments: readonly string[]): Record<MomentKind, number> {
  const counts = { append: 0, file: 0, answer: 0, send: 0, effect: 0, snapshot: 0 };
  for (const name of moments) counts[kinds.find(([, pattern]) => pattern.test(name))?.[0] ?? 'append'] += 1;
  return counts;
}
