import { unreachable } from '@bowline/protocol';
import { toText, type AnswerBlock } from '../scripted-answer.ts';
import { toContentPart, toSummaryPart } from './response-item.ts';

/** The data of an event, which is named after its type. */
export interface TypedData {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The stream events of a part of an item. */
export interface PartEvents {
  /** Identifies the part in each of these events. */
  readonly place: object;
  readonly opened: readonly TypedData[];
  readonly delta: string;
  readonly closed: readonly TypedData[];
}

/** Returns the events around and inside the only part of a scripted item. */
export function toPartEvents(block: AnswerBlock): PartEvents {
  const text = toText(block);
  switch (block.kind) {
    case 'thought':
      return toSummaryEvents(text);
    case 'text':
      return toContentEvents(block.kind, 'output_text', { text });
    case 'refusal':
      return toContentEvents(block.kind, 'refusal', { refusal: text });
    case 'call': {
      const closed = [{ type: 'response.function_call_arguments.done', arguments: text }];
      return { place: {}, opened: [], delta: 'response.function_call_arguments.delta', closed };
    }
    default:
      return unreachable(block);
  }
}

/** An empty thought has no summary, only its encrypted content. */
function toSummaryEvents(text: string): PartEvents {
  const place = { summary_index: 0 };
  const delta = 'response.reasoning_summary_text.delta';
  if (text === '') return { place, opened: [], delta, closed: [] };
  return {
    place,
    opened: [{ type: 'response.reasoning_summary_part.added', part: toSummaryPart('') }],
    delta,
    closed: [
      { type: 'response.reasoning_summary_text.done', text },
      { type: 'response.reasoning_summary_part.done', part: toSummaryPart(text) },
    ],
  };
}

function toContentEvents(
  kind: 'text' | 'refusal',
  name: string,
  whole: { text?: string; refusal?: string },
): PartEvents {
  return {
    place: { content_index: 0 },
    opened: [{ type: 'response.content_part.added', part: toContentPart(kind, '') }],
    delta: `response.${name}.delta`,
    closed: [
      { type: `response.${name}.done`, ...whole },
      { type: 'response.content_part.done', part: toContentPart(kind, whole.text ?? whole.refusal ?? '') },
    ],
  };
}
