/** Paints after changes, at a limited rate. Idle if nothing changes. */
export interface FramePacer {
  /** Requests a frame because something has changed. */
  readonly request: () => void;
  /** Requests a frame after a time, for example for a countdown. */
  readonly requestIn: (ms: number) => void;
  readonly stop: () => void;
}

/** About thirty frames a second. More cannot be read. */
const FRAME_MS = 33;

/** Calls `paint` once for all requests since the last call. */
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
