import { cleanLine } from '../layout/clean-text.ts';
import { paintMarkdown } from '../markdown/paint-markdown.ts';
import { paintAttached } from '../markdown/paint-attached.ts';
import type { Lines, View } from '../layout/view.ts';
import { indent, truncate } from '../layout/wrap.ts';
import type { ItemOf } from '../../transcript/live-items.ts';
import { newsTexts } from '../../texts/transcript-texts.ts';

type AgentItem = ItemOf<'agent'>;

/** Paints a message of the agent: its thoughts folded to one row, then its answer. */
export function paintAgent(item: AgentItem, view: View): Lines {
  const parts = [paintThoughts(item, view), paintSaid(item, view), paintAttached(item.attached, view)];
  return parts.filter((part) => part.length > 0).flatMap((part, at) => (at === 0 ? part : ['', ...part]));
}

function paintSaid({ text, messageId, isWhole }: AgentItem, view: View): Lines {
  if (text.trim() === '') return [];
  const rows = paintMarkdown(text, view, { streamId: messageId, isGrowing: !isWhole });
  return view.isScreenReader ? [newsTexts.agent, ...rows] : rows;
}

/** Paints the thoughts: the subject of the last one, or all of them if unfolded. */
function paintThoughts({ thoughts, text, isWhole }: AgentItem, view: View): Lines {
  const { theme, width, isScreenReader } = view;
  const last = thoughts.at(-1);
  if (last === undefined) return [];
  if (view.isUnfolded) return thoughts.flatMap((thought) => paintThought(thought, view));
  const isThinking = !isWhole && text === '';
  const sign = isScreenReader ? '' : '∴ ';
  const more = thoughts.length > 1 ? newsTexts.thoughts(thoughts.length) : '';
  return [
    truncate(
      theme.thought(`${sign}${isThinking ? newsTexts.thinking : newsTexts.thought}: ${toSubject(last)}${more}`),
      width,
    ),
  ];
}

function paintThought(thought: AgentItem['thoughts'][number], view: View): Lines {
  const { theme, width } = view;
  const margin = view.isScreenReader ? '  ' : theme.border('│ ');
  const rows = paintMarkdown(thought.text, { ...view, width: Math.max(1, width - 2) });
  const head = thought.subject === null ? [] : [truncate(theme.thought(cleanLine(thought.subject)), width)];
  return [...head, ...indent(rows.map(theme.thought), margin)];
}

/** The subject or the first words, because models often start with a title. */
function toSubject({ subject, text }: AgentItem['thoughts'][number]): string {
  const line = subject ?? text.split('\n').find((each) => each.trim() !== '') ?? '';
  return cleanLine(line)
    .replaceAll(/\*\*|^#+ /g, '')
    .trim();
}
