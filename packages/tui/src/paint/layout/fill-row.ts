import type { Style } from '../theme/theme.ts';
import type { View } from './view.ts';
import { widthOf } from './wrap.ts';

const ERASE_TO_END = '\u001B[K';

/**
 * A row whose background reaches the margin. Erases up to there instead of writing spaces, which would be copied and
 * would wrap in a narrower window.
 */
export function fillRow(row: string, style: Style, { theme, width }: Pick<View, 'theme' | 'width'>): string {
  // Erasing after a full row would erase its last cell.
  const isFilled = theme.hasGrounds && widthOf(row) < width;
  return style(isFilled ? `${row}${ERASE_TO_END}` : row);
}
