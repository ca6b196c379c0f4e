import type { View } from '../layout/view.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** How long a frame is shown; who redraws no faster than that loses none. */
export const SPINNER_MS = 120;

/** A sign that moves with the time, so that whoever looks knows that it goes on. */
export function paintSpinner({ now }: View): string {
  return FRAMES[Math.floor(now / SPINNER_MS) % FRAMES.length] ?? '⠋';
}
