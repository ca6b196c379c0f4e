import {
  createTextLoop,
  findCallLoop,
  initialCallLoop,
  nudgeFor,
  resetCallLoop,
  settleCallLoop,
  reduceCallLoop,
} from '@bowline/context';
import type { Dice } from '../shared/dice.ts';
import type { Step } from './transcript.ts';

/** The result of a transcript: its nudges, and where it was stopped. */
export interface Played {
  readonly nudges: readonly string[];
  readonly stopped: { readonly steps: number; readonly characters: number; readonly detail: string } | null;
}

/** Plays a transcript like a turn: the first finding is a nudge, which has no effect, and the second one stops it. */
export function playTranscript(steps: readonly Step[], dice: Dice): Played {
  const nudges: string[] = [];
  let state = initialCallLoop;
  let characters = 0;
  for (const [at, step] of steps.entries()) {
    if (step.isPerson === true) {
      state = resetCallLoop();
      nudges.length = 0;
    }
    let textLoop = createTextLoop();
    for (const delta of toDeltas(step.text ?? '', dice)) {
      characters += delta.length;
      const finding = textLoop.take(delta);
      if (finding === null) continue;
      if (nudges.length > 0) return { nudges, stopped: { steps: at + 1, characters, detail: finding.detail } };
      nudges.push(nudgeFor(finding));
      textLoop = createTextLoop(); // the answer is cut off, and the next one continues as before
    }
    for (const call of step.calls ?? []) state = reduceCallLoop(state, call);
    const finding = step.calls === undefined ? null : findCallLoop(state);
    if (finding === null) continue;
    if (nudges.length > 0) return { nudges, stopped: { steps: at + 1, characters, detail: finding.detail } };
    nudges.push(nudgeFor(finding));
    state = settleCallLoop(state);
  }
  return { nudges, stopped: null };
}

function* toDeltas(text: string, dice: Dice): Generator<string> {
  for (let at = 0; at < text.length;) {
    const size = dice.roll(1, 60);
    yield text.slice(at, at + size);
    at += size;
  }
}
