import type { Bottom, BottomPart } from '../terminal/compose-frame.ts';
import {
  describePlace,
  describeStatus,
  NARROW,
  type PlaceFacts,
  type StatusFacts,
} from '../paint/status/describe-status.ts';
import { paintDock, type DockParts, type DockSection, type PaintedPrompt } from '../paint/frame/paint-dock.ts';
import { toSpokenDock } from './to-spoken-dock.ts';
import type { ActivityWords } from '../paint/frame/paint-rule.ts';
import type { Surface } from '../lists/section.tsx';
import { placeCursor } from '../paint/layout/caret.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { spokenTexts } from '../texts/spoken-texts.ts';

/** What React knows of the dock. */
export interface DockState {
  /** A question or completions, if no panel is open. */
  readonly section: DockSection | null;
  /** The section covers the rows above it, as a panel does. */
  readonly covers: boolean;
  /** What needs the user, while a panel hides it. */
  readonly waiting?: string | undefined;
  readonly draft: PaintedPrompt;
  readonly hasDraft: boolean;
  readonly status: StatusFacts;
  readonly place: PlaceFacts;
}

export interface DockPainterParts {
  /** The current view, with the current time. */
  readonly view: (width: number) => View;
  /** What is happening, for the top rule. Changes without React. */
  readonly activity: (view: View, hasPanel: boolean) => ActivityWords;
  readonly show: (bottom: BottomPart) => void;
}

const NOTHING: Bottom = { lines: [], cursor: null, covers: false };

/** What a screen reader says when it changes. */
function toNotes({ place: { note }, status: { vimMode } }: DockState): readonly string[] {
  return [...(note === null ? [] : [note]), ...(vimMode === null ? [] : [spokenTexts.vim(vimMode)])];
}

/** With fewer rows, there is no last row, and questions are brief. */
export const LOW = 20;

/** Paints the dock from what React, the open panel and the session say. */
export class DockPainter implements Surface {
  readonly #parts: DockPainterParts;
  #state: DockState | null = null;
  #panel: DockSection | null = null;
  #isDue = false;

  constructor(parts: DockPainterParts) {
    this.#parts = parts;
  }

  set(state: DockState): void {
    this.#state = state;
    this.#request();
  }

  readonly setPanel = (section: DockSection | null): void => {
    this.#panel = section;
    this.#request();
  };

  /** Once for all changes of one React update. */
  #request(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      const [state, panel] = [this.#state, this.#panel];
      if (state !== null) this.#parts.show((room) => this.#paint(state, panel, room));
    });
  }

  #paint(state: DockState, panel: DockSection | null, { width, rows }: { width: number; rows: number }): Bottom {
    const view = this.#parts.view(width);
    const isLow = rows < LOW;
    // A note is always shown, because it may say what the next key does.
    const hasPlace = state.place.note !== null || (!isLow && width >= NARROW);
    const parts: DockParts = {
      section: panel ?? state.section,
      ...(panel === null || state.waiting === undefined ? {} : { waiting: state.waiting }),
      activity: this.#parts.activity(view, panel !== null),
      draft: state.draft,
      hasDraft: state.hasDraft,
      status: describeStatus(state.status, view),
      place: hasPlace ? describePlace(state.place, view) : null,
    };
    if (view.isScreenReader) return { ...NOTHING, spoken: toSpokenDock(parts, toNotes(state)) };
    const { lines, cursor } = placeTyping(parts, view);
    const covers = panel === null ? state.covers : panel.pushes !== true;
    return {
      lines: covers || isLow ? lines : ['', ...lines],
      cursor: cursor === null ? null : { above: lines.length - 1 - cursor.y, column: cursor.x },
      covers,
    };
  }
}

/** The rows, and the cursor where text is typed: in the draft, or in a field of the section. */
function placeTyping(parts: DockParts, view: View): PaintedPrompt | { readonly lines: Lines; readonly cursor: null } {
  const painted = paintDock(parts, view);
  return parts.hasDraft ? painted : (placeCursor(painted.lines) ?? { lines: painted.lines, cursor: null });
}
