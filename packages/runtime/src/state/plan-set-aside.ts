import { kindOf, type ContextEntry } from '@bowline/context';
import { mediaPrint } from '@bowline/models';
import type { AgentErrorDetails } from '@bowline/protocol';
import type { RecordBody } from '@bowline/log';
import type { Part } from '@google/genai';

/** Which part of which record to leave out, and its kind. */
export type SetAside = Omit<RecordBody<'part_set_aside'>, 'reason'>;

/**
 * The image or file to leave out of a request that was rejected because of one: the one that the provider names,
 * otherwise the newest. Undefined if there is none left.
 */
export function planSetAside(entries: readonly ContextEntry[], named: AgentErrorDetails = {}): SetAside | undefined {
  const shown = entries.flatMap(({ first, content, media = [] }) =>
    media.map(({ at, part }) => ({ record: first, part, given: content.parts?.[at] ?? {} })),
  );
  const chosen =
    shown.findLast(({ given }) => named['media'] !== undefined && printOf(given) === named['media']) ??
    shown.findLast(({ given }) => named['mimeType'] !== undefined && mimeTypeOf(given) === named['mimeType']) ??
    shown.at(-1);
  return chosen === undefined ? undefined : { record: chosen.record, part: chosen.part, kind: kindOf(chosen.given) };
}

function printOf({ inlineData, fileData }: Part): string {
  return mediaPrint(inlineData?.data ?? fileData?.fileUri ?? '');
}

function mimeTypeOf({ inlineData, fileData }: Part): string | undefined {
  return inlineData?.mimeType ?? fileData?.mimeType;
}
