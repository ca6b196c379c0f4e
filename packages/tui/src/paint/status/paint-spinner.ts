import type { View } from '../layout/view.ts';

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** The duration of a frame. Redrawing at least this often shows every frame. */
export const SPINNER_MS = 120;

/** An icon that changes over time to show progress. */
export function paintSpinner({ now, isStill = false }: View): string {
  if (isStill) return '•';
  return FRAMES[Math.floor(now / SPINNER_MS) % FRAMES.length] ?? '⠋';
}
