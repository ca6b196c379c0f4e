import type { ContextUse } from '@bowline/protocol';
import type { Style } from '../theme/theme.ts';
import type { View } from '../layout/view.ts';

/** Above this share a session is about to be compacted, and soon it will not fit. */
const MUCH = 0.6;
const TOO_MUCH = 0.85;

/** How full the context window is: a bar of `cells` cells and a percentage. Without cells, only the percentage. */
export function paintContextBar({ tokens, window }: ContextUse, view: View, cells: number): string {
  const share = Math.min(1, tokens / window);
  const words = `${Math.round(share * 100)}%`;
  const style = toStyle(share, view);
  if (cells < 1) return style(words);
  const filled = share === 0 ? 0 : Math.ceil(share * cells);
  return `${style('━'.repeat(filled))}${view.theme.border('─'.repeat(cells - filled))} ${style(words)}`;
}

function toStyle(share: number, { theme }: View): Style {
  if (share >= TOO_MUCH) return theme.danger;
  return share >= MUCH ? theme.warning : theme.dim;
}
