/** Paints when something has changed, and no more often than so many times a second. Does nothing when nothing does. */
export interface FramePacer {
  /** Something has changed. */
  readonly request: () => void;
  /** Something will have changed by itself after this time, such as a countdown. */
  readonly requestIn: (ms: number) => void;
  readonly stop: () => void;
}

/** About thirty frames a second: more cannot be read. */
const FRAME_MS = 33;

/** Calls `paint` for all that was requested since the last call of it. */
export function createFramePacer(paint: () => void, clock: () => number = () => performance.now()): FramePacer {
  let timer: { readonly due: number; readonly handle: NodeJS.Timeout } | null = null;
  let lastAt = -Infinity;
  const plan = (due: number): void => {
    if (timer !== null && timer.due <= due) return;
    if (timer !== null) clearTimeout(timer.handle);
    const handle = setTimeout(
      () => {
        timer = null;
        lastAt = clock();
        paint();
      },
      Math.max(0, due - clock()),
    );
    timer = { due, handle };
  };
  return {
    request: () => {
      plan(Math.max(clock(), lastAt + FRAME_MS));
    },
    requestIn: (ms) => {
      plan(clock() + ms);
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer.handle);
      timer = null;
    },
  };
}
