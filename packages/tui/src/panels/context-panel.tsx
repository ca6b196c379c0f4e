import type { AgentEvent, ContextUse } from '@bowline/protocol';
import { useInput } from 'ink';
import { useCallback, type ReactElement } from 'react';
import type { FixedContext } from '../host/fixed-context.ts';
import { letterOf, toPress } from '../keys/press.ts';
import { shorten } from '../lists/paint-list.ts';
import { Section } from '../lists/section.tsx';
import { useOnce } from '../lists/use-once.ts';
import { FRAME_CELLS, type DockSection } from '../paint/frame/paint-dock.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import { isNarrow } from '../paint/layout/measure.ts';
import type { View } from '../paint/layout/view.ts';
import { padEnd, padStart, truncate, wrapText } from '../paint/layout/wrap.ts';
import { paintCount } from '../paint/status/paint-cost.ts';
import { contextTexts } from '../texts/panel-texts.ts';
import { toSentence, toSpokenWords } from '../texts/to-spoken-words.ts';
import { toShares } from './context-shares.ts';
import { readContext, type ConversationSize } from './read-context.ts';

export interface ContextPanelProps {
  readonly events: () => AsyncIterable<AgentEvent>;
  readonly fixed: () => Promise<FixedContext>;
  /** The size of the last request; null before the first. */
  readonly use: ContextUse | null;
  readonly view: View;
  readonly rows: number;
  readonly onCompress: () => void;
  readonly onLeave: () => void;
}

/** What fills the context window: instruction and tools, context files, and the conversation by kind. */
export function ContextPanel(props: ContextPanelProps): ReactElement {
  const { events, fixed, use, view, rows, onCompress, onLeave } = props;
  const read = useCallback(async () => {
    const [known, conversation] = await Promise.all([fixed(), readContext(events(), view.workspace)]);
    return { known, conversation };
  }, [events, fixed]);
  const { value, problem } = useOnce(read);
  useInput((input, key) => {
    const press = toPress(input, key);
    if (press?.key === 'escape') onLeave();
    else if (press !== null && letterOf(press) === 'c') onCompress();
  });
  const { theme } = view;
  if (value === null) {
    const rest = { tone: 'focus', title: { left: [theme.strong(contextTexts.title)], right: [] } } as const;
    const said = problem ?? contextTexts.loading;
    return (
      <Section
        section={{ ...rest, rows: [theme.dim(said)], keys: { left: [theme.dim(contextTexts.close)], right: [] } }}
      />
    );
  }
  return <Section section={paintContext({ ...value, use }, view, rows)} />;
}

/** A part of the context and its size in tokens. */
interface ContextPart {
  readonly name: string;
  readonly tokens: number;
}

export interface ContextFacts {
  readonly known: FixedContext;
  readonly conversation: ConversationSize;
  readonly use: ContextUse | null;
}

/** Four characters are about one token; the conversation is scaled to what the last request had. */
const CHARACTERS_PER_TOKEN = 4;
const NAME_CELLS = 22;
const NUMBER_CELLS = 13;

/** Paints a row with a bar for each part. */
export function paintContext({ known, conversation, use }: ContextFacts, view: View, rows: number): DockSection {
  const { theme } = view;
  const parts = toParts({ known, conversation, use });
  const used = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const { window } = known;
  const all = [...parts, { name: contextTexts.free, tokens: Math.max(0, window - used) }];
  const { shares, total: share } = toShares(
    parts.map(({ tokens }) => tokens),
    window,
  );
  const width = view.width - FRAME_CELLS;
  const largest = conversation.largest.map(
    ({ name, characters }) => `${truncate(cleanLine(name), 24)} ${paintCount(characters / CHARACTERS_PER_TOKEN)}`,
  );
  const about = contextTexts.about(Math.round(100 * known.compressAt), largest);
  const body = [
    ...all.map((part, at) => paintPart({ ...part, share: shares[at] ?? '' }, { window, width }, view)),
    '',
    ...wrapText(theme.dim(view.isScreenReader ? toSpokenWords(about) : about), width),
  ];
  return {
    tone: 'focus',
    title: {
      left: [theme.strong(contextTexts.title)],
      right: [theme.dim(contextTexts.total(paintCount(used), paintCount(window), share)), theme.dim(share)],
    },
    rows: body.slice(0, rows),
    keys: { left: shorten(contextTexts.keys).map((keys) => theme.dim(keys)), right: [] },
  };
}

function toParts({ known, conversation, use }: ContextFacts): readonly ContextPart[] {
  const { messages, files, commands, results } = conversation.characters;
  const said = messages + files + commands + results;
  const fixed = known.instruction + known.memory;
  const room = use === null ? said / CHARACTERS_PER_TOKEN : Math.max(0, use.tokens - fixed);
  const scale = said === 0 ? 0 : room / said;
  return [
    { name: contextTexts.instruction, tokens: known.instruction },
    ...(known.memoryFiles === 0 ? [] : [{ name: contextTexts.memory(known.memoryFiles), tokens: known.memory }]),
    { name: contextTexts.messages, tokens: messages * scale },
    { name: contextTexts.files, tokens: files * scale },
    { name: contextTexts.commands, tokens: commands * scale },
    ...(results === 0 ? [] : [{ name: contextTexts.results, tokens: results * scale }]),
  ];
}

function paintPart(
  { name, tokens, share }: ContextPart & { readonly share: string },
  { window, width }: { readonly window: number; readonly width: number },
  { theme, isScreenReader }: View,
): string {
  const numbers = `${padStart(paintCount(tokens), NUMBER_CELLS - 5)}${padStart(share, 5)}`;
  if (isScreenReader) return toSentence(toSpokenWords(`${name}: ${paintCount(tokens)} tokens, ${share}`));
  const label = `  ${padEnd(truncate(name, NAME_CELLS - 2), NAME_CELLS)}`;
  const cells = Math.max(0, width - label.length - NUMBER_CELLS - 2);
  const bar = tokens === 0 || isNarrow(width) ? '' : '█'.repeat(Math.max(1, Math.round((cells * tokens) / window)));
  const room = isNarrow(width) ? Math.max(0, width - label.length - NUMBER_CELLS - 2) : cells;
  return truncate(`${label}${padEnd(theme.accent(bar), room)}${theme.dim(numbers)}`, width);
}
