import type { Press } from '../keys/press.ts';

/** The length of a text and the number of visible rows. */
export interface ScrollShape {
  readonly count: number;
  readonly rows: number;
}

/** The first visible row after a key, or null if the key does not scroll. */
export function stepScroll(top: number, press: Press, { count, rows }: ScrollShape): number | null {
  const last = Math.max(0, count - rows);
  const at = Math.min(top, last);
  const to = target(at, press, { last, page: Math.max(1, rows - 1) });
  return to === null ? null : Math.max(0, Math.min(to, last));
}

function target(at: number, press: Press, { last, page }: { last: number; page: number }): number | null {
  switch (press.key) {
    case 'up':
      return at - 1;
    case 'down':
    case 'enter':
      return at + 1;
    case 'pageup':
      return at - page;
    case 'pagedown':
      return at + page;
    case 'home':
      return 0;
    case 'end':
      return last;
    default:
      return null;
  }
}
