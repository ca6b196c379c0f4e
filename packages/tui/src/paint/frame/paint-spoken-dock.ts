import type { View } from '../layout/view.ts';
import { wrapText } from '../layout/wrap.ts';
import type { DockParts, PaintedPrompt } from './paint-dock.ts';
import type { RuleWords } from './paint-rule.ts';

/** The dock in words, without a frame. */
export function paintSpokenDock(parts: DockParts, { width }: View): PaintedPrompt {
  const say = ({ left, right }: RuleWords): readonly string[] => {
    const words = [left[0] ?? '', right[0] ?? ''].filter((part) => part !== '').join(', ');
    return words === '' ? [] : wrapText(words, width);
  };
  const { section, draft } = parts;
  const above =
    section === null
      ? say(parts.activity)
      : [...say(section.title), ...section.rows, ...say(section.keys ?? parts.activity)];
  return {
    lines: [...above, ...draft.lines, ...say(parts.status), ...(parts.place === null ? [] : say(parts.place))],
    cursor: { x: draft.cursor.x, y: above.length + draft.cursor.y },
  };
}
