import type { InputRequest } from '@bowline/protocol';
import type { Arrival } from '../keys/arrival.ts';
import { isOpen } from '../completion/completion-menu.ts';
import { EMPTY_PROMPT, type PromptOutcome, type PromptScene, type PromptState } from '../prompt/prompt-state.ts';
import { isEmpty } from '../editor/text-buffer.ts';
import { typeInto } from '../prompt/type-into.ts';
import { stepQueue, tickQueue } from '../questions/question-queue.ts';
import {
  arm,
  emptyQueue,
  focusQueue,
  postpone,
  type QueueEffect,
  type QueueFacts,
  type QueueState,
} from '../questions/queue-state.ts';
import type { ScrollRange } from '../questions/question-state.ts';

/** The draft and the questions, which share one keyboard. */
export interface Dock {
  readonly prompt: PromptState;
  readonly queue: QueueState;
}

export const EMPTY_DOCK: Dock = { prompt: EMPTY_PROMPT, queue: emptyQueue };

/** What the dock needs to know about its inputs. */
export interface DockScene extends PromptScene {
  readonly requests: readonly InputRequest[];
  /** How far the shown question can be scrolled. */
  readonly range: ScrollRange;
  /** The session starts with a question, for example for a missing key. */
  readonly isSetup?: boolean;
}

/** The dock after an input, and the resulting outcomes and effect. */
export interface DockStep {
  readonly dock: Dock;
  readonly outcomes: readonly PromptOutcome[];
  readonly effect: QueueEffect | null;
}

/** Handles one input: typing goes to the draft, and the question takes the keys that its rules claim. */
export function stepDock(dock: Dock, arrival: Arrival, scene: DockScene): DockStep {
  const { queue, effect, isTaken } = stepQueue(dock.queue, arrival, toFacts(dock, scene));
  if (isTaken) return { dock: { ...dock, queue }, outcomes: [], effect };
  const typed = typeInto(dock.prompt, arrival, scene);
  const isSent = typed.outcomes.some(({ kind }) => kind === 'submit');
  const isEmptied = isDraftEmpty(typed.state) && (isSent || !isDraftEmpty(dock.prompt));
  const isFilled = typed.state.editor.buffer !== dock.prompt.editor.buffer && !isDraftEmpty(typed.state);
  // Text that goes to the draft takes the focus along: the next Enter sends it, and does not answer the question.
  const placed = isFilled && queue.hasFocus ? { ...queue, hasFocus: false } : queue;
  const next: Dock = { prompt: typed.state, queue: isEmptied ? arm(placed, scene.now) : placed };
  return typed.outcomes.reduce<DockStep>((step, outcome) => takeOutcome(step, outcome, { arrival, now: scene.now }), {
    dock: next,
    outcomes: [],
    effect: null,
  });
}

/** The dock after time has passed. */
export function tickDock(dock: Dock, scene: DockScene): DockStep {
  const { queue, effect } = tickQueue(dock.queue, toFacts(dock, scene));
  return { dock: { ...dock, queue }, outcomes: [], effect };
}

/** Nothing is typed, and no menu, search or half of a chord is open, so the draft does not need arrows and Enter. */
export function isDraftEmpty({ editor, menu, prefix }: PromptState): boolean {
  return isEmpty(editor.buffer) && editor.search === null && prefix === null && !isOpen(menu);
}

function toFacts({ prompt }: Dock, { requests, range, now, isSetup = false }: DockScene): QueueFacts {
  return { requests, range, now, isSetup, isDraftEmpty: isDraftEmpty(prompt) };
}

/** Handles keys the draft does not use: Tab focuses the question, and Escape postpones it before it stops a turn. */
function takeOutcome(
  { dock, outcomes, effect }: DockStep,
  outcome: PromptOutcome,
  { arrival, now }: { readonly arrival: Arrival; readonly now: number },
): DockStep {
  const { queue } = dock;
  const isAsked = queue.shownId !== null;
  if (isAsked && outcome.kind === 'shortcut' && outcome.chord === 'tab') {
    const next = arrival.kind === 'key' ? focusQueue(queue, now) : queue;
    return { dock: { ...dock, queue: next }, outcomes, effect };
  }
  if (isAsked && outcome.kind === 'escape' && !queue.isLater)
    return { dock: { ...dock, queue: postpone(queue) }, outcomes, effect };
  return { dock, outcomes: [...outcomes, outcome], effect };
}
