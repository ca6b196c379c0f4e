import { cleanLine } from '../layout/clean-text.ts';
import { paintMarkdown } from '../markdown/paint-markdown.ts';
import { paintAttached } from '../markdown/paint-attached.ts';
import { GUTTER, measureOf } from '../layout/measure.ts';
import type { Lines, View } from '../layout/view.ts';
import { paintElapsed } from '../status/paint-duration.ts';
import { indent, truncate, wrapText } from '../layout/wrap.ts';
import type { ItemOf } from '../../transcript/live-items.ts';
import { toSpokenWords } from '../../texts/to-spoken-words.ts';
import { newsTexts } from '../../texts/transcript-texts.ts';

type AgentItem = ItemOf<'agent'>;

/** Paints a message of the agent: its thoughts folded to one row, then its answer, both after the margin. */
export function paintAgent(item: AgentItem, view: View): Lines {
  if (view.isScreenReader)
    return [...paintThoughts(item, view), ...paintSaid(item, view), ...paintAttached(item.attached, view)];
  const inner = { ...view, width: Math.max(1, view.width - GUTTER) };
  const text = paintSaid(item, inner);
  const sources = paintAttached(item.attached, inner);
  const said = text.length === 0 || sources.length === 0 ? [...text, ...sources] : [...text, '', ...sources];
  return indent([...paintThoughts(item, inner), ...said], ' '.repeat(GUTTER));
}

function paintSaid({ text, messageId, isWhole }: AgentItem, view: View): Lines {
  if (text.trim() === '') return [];
  const growing = { streamId: messageId, isGrowing: !isWhole };
  if (!view.isScreenReader) return paintMarkdown(text, view, growing);
  const label = `${newsTexts.agent} `;
  const [first = '', ...others] = paintMarkdown(
    text,
    { ...view, width: Math.max(1, view.width - label.length) },
    growing,
  );
  return [label + first, ...others];
}

/** Paints the thoughts: how long they took and the subject of the last one, or all of them if unfolded. */
function paintThoughts({ thoughts, text, isWhole, tookMs }: AgentItem, view: View): Lines {
  const { theme, width } = view;
  const last = thoughts.at(-1);
  if (last === undefined) return [];
  if (view.isUnfolded) return thoughts.flatMap((thought) => paintThought(thought, view));
  const isThinking = !isWhole && text === '';
  const took = tookMs === null || tookMs < WORTH_SAYING_MS ? '' : ` ${paintElapsed(tookMs)}`;
  const words = `${isThinking ? newsTexts.thinking : newsTexts.thought}${took} · ${toSubject(last)}`;
  if (view.isScreenReader) return wrapText(toSpokenWords(words.replace(' · ', ': ')), width);
  return [truncate(theme.thought(words), measureOf(width + GUTTER) - GUTTER)];
}

/** Shorter durations are not shown. */
const WORTH_SAYING_MS = 1000;

function paintThought(thought: AgentItem['thoughts'][number], view: View): Lines {
  const { theme, width } = view;
  const rows = paintMarkdown(thought.text, view);
  const head = thought.subject === null ? [] : [truncate(theme.thought(cleanLine(thought.subject)), width)];
  return [...head, ...rows.map(theme.thought)];
}

/** The subject or the first words, because models often start with a title. */
function toSubject({ subject, text }: AgentItem['thoughts'][number]): string {
  const line = subject ?? text.split('\n').find((each) => each.trim() !== '') ?? '';
  return cleanLine(line)
    .replaceAll(/\*\*|^#+ /g, '')
    .trim();
}
