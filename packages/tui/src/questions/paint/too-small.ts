import { truncate, widthOf } from '../../paint/layout/wrap.ts';
import type { View } from '../../paint/layout/view.ts';
import { FRAME_CELLS } from '../../paint/frame/paint-dock.ts';
import type { RuleWords } from '../../paint/frame/paint-rule.ts';
import { NARROW } from '../../paint/status/describe-status.ts';
import { questionKeys, questionTexts } from '../../texts/question-texts.ts';
import type { ScrollRange } from '../question-state.ts';

/** Not enough is visible of what would be allowed: it can only be denied or postponed. */
export const TOO_SMALL: ScrollRange = { last: 0, page: 1, isHidden: true };

/** The row that says so. */
export function paintTooSmall({ theme, width }: View): string {
  const note = questionTexts.tooSmall.find((text) => widthOf(text) <= width) ?? questionTexts.tooSmall.at(-1) ?? '';
  return theme.warning(truncate(note, width));
}

/** The keys that still work. */
export function keysIfTooSmall({ theme, width }: View): RuleWords {
  const [first, later] = questionKeys.tooSmall;
  const isShort = width + FRAME_CELLS < NARROW;
  return { left: [theme.warning(first) + (isShort ? '' : theme.dim(` · ${later}`))], right: [] };
}
