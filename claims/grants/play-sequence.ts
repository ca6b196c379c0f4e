import type { InputRequest } from '@bowline/protocol';
import type { Arrival } from '../../packages/tui/src/keys/arrival.ts';
import type { PromptOutcome } from '../../packages/tui/src/prompt/prompt-state.ts';
import { toText } from '../../packages/tui/src/editor/text-buffer.ts';
import { nextTick, syncQueue, toTabOrder } from '../../packages/tui/src/questions/question-queue.ts';
import { shownOf, type QueueEffect, type QueueState } from '../../packages/tui/src/questions/queue-state.ts';
import type { QuestionState } from '../../packages/tui/src/questions/question-state.ts';
import {
  EMPTY_DOCK,
  isDraftEmpty,
  stepDock,
  tickDock,
  type Dock,
  type DockScene,
  type DockStep,
} from '../../packages/tui/src/dock/dock.ts';
import { chunkArrival, keyArrival, pasteArrival } from '../../tests/tui/arrivals.ts';
import type { RawEvent, Timed } from './raw-event.ts';

/** The logic of the screen. A control replaces one function with a broken one. */
export interface DockRules {
  readonly step: typeof stepDock;
  readonly tick: typeof tickDock;
  readonly sync: typeof syncQueue;
}

export const DOCK_RULES: DockRules = { step: stepDock, tick: tickDock, sync: syncQueue };

/** What the user saw on the screen at one moment. */
export interface Seen {
  readonly draft: string;
  readonly isDraftEmpty: boolean;
  readonly hasFocus: boolean;
  /** The list of approvals is shown, and `shown` is its marked row. */
  readonly listed: readonly InputRequest[] | null;
  /** The visible question; null if it is postponed. */
  readonly shown: { readonly request: InputRequest; readonly state: QuestionState } | null;
}

/** One event, and the screen before and after it. */
export interface Moment {
  readonly now: number;
  /** Null when only time has passed. */
  readonly event: RawEvent | null;
  readonly before: Seen;
  readonly after: Seen;
  readonly outcomes: readonly PromptOutcome[];
  readonly effect: QueueEffect | null;
}

/** Plays a sequence of events against the logic of the screen, with a simulated clock. */
export function playSequence(sequence: readonly Timed[], rules: DockRules = DOCK_RULES): readonly Moment[] {
  const player = new Player(rules);
  for (const { after, event } of sequence) player.play(after, event);
  player.wait(5000);
  return player.moments;
}

class Player {
  readonly moments: Moment[] = [];
  readonly #rules: DockRules;
  #dock: Dock = EMPTY_DOCK;
  #requests: readonly InputRequest[] = [];
  #now = 10_000;

  constructor(rules: DockRules) {
    this.#rules = rules;
  }

  play(after: number, event: RawEvent): void {
    this.wait(after);
    if (event.kind === 'asked') this.#change([...this.#requests, event.request], event);
    else if (event.kind === 'gone') this.#change(this.#requests.slice(1), event);
    else this.#note(event, () => this.#rules.step(this.#dock, toArrival(event), this.#scene()));
  }

  /** Advances the clock and runs the timers of the screen. */
  wait(ms: number): void {
    const end = this.#now + ms;
    for (let at = nextTick(this.#dock.queue); at !== null && at <= end; at = nextTick(this.#dock.queue)) {
      this.#now = Math.max(this.#now, at);
      const before = this.#dock;
      this.#note(null, () => this.#rules.tick(this.#dock, this.#scene()));
      if (this.#dock.queue === before.queue) break;
    }
    this.#now = end;
  }

  #change(requests: readonly InputRequest[], event: RawEvent): void {
    this.#note(event, () => {
      this.#requests = toTabOrder(requests);
      const queue = this.#rules.sync(this.#dock.queue, this.#requests, this.#now);
      return { dock: { ...this.#dock, queue }, outcomes: [], effect: null };
    });
  }

  #note(event: RawEvent | null, step: () => DockStep): void {
    const before = this.#see();
    const { dock, outcomes, effect } = step();
    this.#dock = dock;
    this.moments.push({ now: this.#now, event, before, after: this.#see(), outcomes, effect });
    // An answer takes effect at once: the question is gone before the next key.
    const answered = answeredBy(effect);
    if (answered.length > 0)
      this.#change(
        this.#requests.filter((request) => !answered.includes(request.inputId)),
        { kind: 'gone' },
      );
  }

  #see(): Seen {
    const { prompt, queue } = this.#dock;
    return {
      draft: toText(prompt.editor.buffer),
      isDraftEmpty: isDraftEmpty(prompt),
      hasFocus: queue.hasFocus,
      listed: queue.isOverview && !queue.isLater ? this.#requests : null,
      shown: toShown(queue, this.#requests),
    };
  }

  #scene(): DockScene {
    const range = { last: 0, page: 1 };
    return { limit: 80, visible: 8, commands: [], requests: this.#requests, range, now: this.#now };
  }
}

function answeredBy(effect: QueueEffect | null): readonly string[] {
  if (effect?.kind === 'answer_all') return effect.answers.map(({ request }) => request.inputId);
  return effect?.kind === 'answer' ? [effect.request.inputId] : [];
}

function toShown(queue: QueueState, requests: readonly InputRequest[]): Seen['shown'] {
  return queue.isLater ? null : shownOf(queue, requests);
}

function toArrival(event: Exclude<RawEvent, { kind: 'asked' | 'gone' }>): Arrival {
  if (event.kind === 'paste') return pasteArrival(event.text);
  if (event.kind === 'chunk') return chunkArrival(event.hasEnter ? `${event.text}\r` : event.text);
  return keyArrival(event.name, { isRepeat: event.isRepeat && event.isTold });
}
