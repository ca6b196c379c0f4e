import type { InputRequest } from '@bowline/protocol';
import type { Arrival } from '../keys/arrival.ts';
import { isOpen } from '../completion/completion-menu.ts';
import { EMPTY_PROMPT, type PromptOutcome, type PromptScene, type PromptState } from '../prompt/prompt-state.ts';
import { isEmpty } from '../editor/text-buffer.ts';
import { typeInto } from '../prompt/type-into.ts';
import {
  arm,
  emptyQueue,
  focusQueue,
  postpone,
  stepQueue,
  tickQueue,
  type QueueEffect,
  type QueueFacts,
  type QueueState,
} from '../questions/question-queue.ts';
import type { ScrollRange } from '../questions/question-state.ts';

/** What is typed and what is asked: one keyboard for both. */
export interface Dock {
  readonly prompt: PromptState;
  readonly queue: QueueState;
}

export const EMPTY_DOCK: Dock = { prompt: EMPTY_PROMPT, queue: emptyQueue };

/** What the dock has to know of what is around it. */
export interface DockScene extends PromptScene {
  readonly requests: readonly InputRequest[];
  /** How far the question that is shown can be scrolled. */
  readonly range: ScrollRange;
  /** The session starts with a question, such as for a missing key. */
  readonly isSetup?: boolean;
}

/** The dock after something came, and what that means for others. */
export interface DockStep {
  readonly dock: Dock;
  readonly outcomes: readonly PromptOutcome[];
  readonly effect: QueueEffect | null;
}

/** Typing goes to the draft; the question has what it is given by its rules. */
export function stepDock(dock: Dock, arrival: Arrival, scene: DockScene): DockStep {
  const { queue, effect, isTaken } = stepQueue(dock.queue, arrival, toFacts(dock, scene));
  if (isTaken) return { dock: { ...dock, queue }, outcomes: [], effect };
  const typed = typeInto(dock.prompt, arrival, scene);
  const isSent = typed.outcomes.some(({ kind }) => kind === 'submit');
  const isEmptied = isDraftEmpty(typed.state) && (isSent || !isDraftEmpty(dock.prompt));
  const next: Dock = { prompt: typed.state, queue: isEmptied ? arm(queue, scene.now) : queue };
  return typed.outcomes.reduce<DockStep>((step, outcome) => takeOutcome(step, outcome, { arrival, now: scene.now }), {
    dock: next,
    outcomes: [],
    effect: null,
  });
}

/** The dock when time has passed. */
export function tickDock(dock: Dock, scene: DockScene): DockStep {
  const { queue, effect } = tickQueue(dock.queue, toFacts(dock, scene));
  return { dock: { ...dock, queue }, outcomes: [], effect };
}

/** Nothing is typed, and no list, search or half of a chord is open: the draft has no use for arrows and Enter. */
export function isDraftEmpty({ editor, menu, prefix }: PromptState): boolean {
  return isEmpty(editor.buffer) && editor.search === null && prefix === null && !isOpen(menu);
}

function toFacts({ prompt }: Dock, { requests, range, now, isSetup = false }: DockScene): QueueFacts {
  return { requests, range, now, isSetup, isDraftEmpty: isDraftEmpty(prompt) };
}

/** What the draft has no use for: Tab goes to the question, and Escape puts it off before it stops a turn. */
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
