import type { Arrival } from '../keys/arrival.ts';
import type { Keystroke, Typed } from '../keys/keystroke.ts';
import { findPastedKey } from './key-owner.ts';
import { pressKey } from './press-key.ts';
import {
  isInBurst,
  pasteBurst,
  pasteText,
  type PromptOutcome,
  type PromptScene,
  type PromptState,
} from './prompt-state.ts';

/** The prompt after an input, and the outcomes. */
export interface TypedInto {
  readonly state: PromptState;
  readonly outcomes: readonly PromptOutcome[];
}

/** The prompt after any keyboard input. A pasted API key is refused, because the text is shown and stored. */
export function typeInto(state: PromptState, arrival: Arrival, scene: PromptScene): TypedInto {
  const owner = arrival.kind === 'key' ? null : findPastedKey(arrival.text);
  if (owner !== null) return { state, outcomes: [{ kind: 'key_refused', owner }] };
  if (arrival.kind === 'paste') return { state: pasteText(state, arrival.text, scene), outcomes: [] };
  const { typed } = arrival;
  if (typed.kind === 'keys') return pressKeys(state, typed.keys, scene);
  return pasteWithEnter(state, typed, scene);
}

const ENTER: Keystroke = { chord: 'enter', text: '' };

/** Inside a paste that arrives in parts, a line break at the end of a part is part of the text. */
function pasteWithEnter(
  state: PromptState,
  { text, hasEnter }: Extract<Typed, { kind: 'burst' }>,
  scene: PromptScene,
): TypedInto {
  const isPart = hasEnter && isInBurst(state, scene.now);
  const pasted = pasteBurst(state, isPart ? `${text}\n` : text, scene);
  if (!hasEnter || isPart) return { state: pasted, outcomes: [] };
  return pressKeys({ ...pasted, burstAt: -Infinity }, [ENTER], scene);
}

function pressKeys(state: PromptState, keys: readonly Keystroke[], scene: PromptScene): TypedInto {
  const outcomes: PromptOutcome[] = [];
  let current = state;
  for (const key of keys) {
    if (key.chord === 'text' && isInBurst(current, scene.now)) {
      current = pasteBurst(current, key.text, scene);
      continue;
    }
    const step = pressKey(current, key, scene);
    current = step.state;
    if (step.outcome !== null) outcomes.push(step.outcome);
  }
  return { state: current, outcomes };
}
