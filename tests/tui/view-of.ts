import type { View } from '../../packages/tui/src/paint/layout/view.ts';
import { createTheme } from '../../packages/tui/src/paint/theme/create-theme.ts';

/** A view without colors. */
export function viewOf(width: number, more: Partial<View> = {}): View {
  return {
    width,
    theme: createTheme('plain', { colours: 0 }),
    isScreenReader: false,
    workspace: '/w',
    isUnfolded: false,
    now: Date.parse('2026-01-02T00:00:00Z'),
    ...more,
  };
}
