import {
  completeSummary,
  findAnchors,
  missingAnchors,
  showSections,
  toVerificationQuestion,
  type Anchor,
} from '@bowline/context';
import { verifyHonestly } from './honest-verifier.ts';
import { says, withoutFact, type LongSession } from './long-sessions.ts';
import type { PlantedFact } from './session-spec.ts';

/** A summary with every fact of a session except one. */
export interface Loss {
  readonly session: LongSession;
  readonly dropped: PlantedFact;
}

/** The outcomes of summaries that lost a fact. */
export interface LossFigures {
  readonly losses: number;
  /** Detected by the anchors, without a model. */
  readonly caught: number;
  /** Restored by completion without verification. */
  readonly mendedAlone: number;
  /** Restored by completion with the findings of an honest verifier. */
  readonly mended: number;
}

/** Checks and completes summaries with a missing fact. */
export function measureLosses(losses: readonly Loss[], maxChars: number): LossFigures {
  const anchors = new Map(losses.map(({ session }) => [session, findAnchors(session.contents)]));
  const played = losses.map((loss) => playLoss(loss, anchors.get(loss.session) ?? [], maxChars));
  return {
    losses: losses.length,
    caught: played.filter(({ isCaught }) => isCaught).length,
    mendedAlone: played.filter(({ isMendedAlone }) => isMendedAlone).length,
    mended: played.filter(({ isMended }) => isMended).length,
  };
}

/** The anchors that a good summary is reported to lack although it contains every fact. */
export function falseAlarms({ contents, good }: LongSession): readonly Anchor[] {
  return missingAnchors(findAnchors(contents), showSections(good));
}

function playLoss(
  { session, dropped }: Loss,
  anchors: readonly Anchor[],
  maxChars: number,
): { readonly isCaught: boolean; readonly isMendedAlone: boolean; readonly isMended: boolean } {
  const { contents, facts } = session;
  const bad = withoutFact(session, dropped);
  const summary = showSections(bad);
  const missing = missingAnchors(anchors, summary);
  const question = toVerificationQuestion({ contents, summary, missingAnchors: missing, maxChars });
  const verification = verifyHonestly(question, facts);
  return {
    isCaught: missing.some(({ text, context }) => says(`${text} ${context}`, dropped)),
    isMendedAlone: says(showSections(completeSummary(bad, undefined, missing)), dropped),
    isMended: says(showSections(completeSummary(bad, verification, missing)), dropped),
  };
}
