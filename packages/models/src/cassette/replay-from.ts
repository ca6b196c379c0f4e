import { AgentError } from '@bowline/protocol';
import type { ModelClient } from '../model-client.ts';
import { cassetteEntrySchema, cassetteHeaderSchema, fromCassetteError, type CassetteEntry } from './cassette-line.ts';

/** A client that answers from a cassette and reports its unused answers. */
export interface ReplayClient extends ModelClient {
  /** The number of unused answers by model. */
  left(): ReadonlyMap<string, number>;
}

/**
 * Answers from a cassette: each request gets the next unused entry of its model, in the order of the file.
 *
 * The request is not compared with the recorded one, because a replay usually shows what has changed. An aborted answer
 * ends where it was cut off.
 */
export function replayFrom(text: string): ReplayClient {
  const unused = parseCassette(text);
  const left = (): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { model } of unused) counts.set(model, (counts.get(model) ?? 0) + 1);
    return counts;
  };
  return {
    left,
    async *stream({ model }, signal) {
      const index = unused.findIndex((entry) => entry.model === model);
      const [entry] = index === -1 ? [] : unused.splice(index, 1);
      if (entry === undefined) throw toUsedUp(model, left());
      for (const chunk of entry.chunks) {
        if (signal.aborted) return;
        yield chunk;
      }
      if (entry.error !== undefined && !signal.aborted) throw fromCassetteError(entry.error);
    },
  };
}

function toUsedUp(model: string, left: ReadonlyMap<string, number>): AgentError {
  const rest = [...left].map(([name, count]) => `${count} of ${name}`).join(', ');
  return new AgentError('MODEL_BAD_REQUEST', `The cassette has no more answers of ${model}`, {
    hint: rest === '' ? 'The session sends more requests than were recorded. Record it again' : `It still has ${rest}`,
  });
}

function parseCassette(text: string): CassetteEntry[] {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const entries: CassetteEntry[] = [];
  let hasHeader = false;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const value = parseJson(line, index + 1);
    if (cassetteHeaderSchema.safeParse(value).success) hasHeader = true;
    else if (!hasHeader) throw toUnreadable(index + 1, 'is not the header of a cassette of version 1');
    else entries.push(parseEntry(value, index + 1));
  }
  if (!hasHeader) throw toUnreadable(1, 'is missing: the cassette is empty');
  return entries;
}

function parseJson(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw toUnreadable(number, 'is not JSON', cause);
  }
}

function parseEntry(value: unknown, number: number): CassetteEntry {
  const parsed = cassetteEntrySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path.join('.') ?? '';
  throw toUnreadable(number, `is not an entry${at === '' ? '' : `: ${at} is missing or wrong`}`, parsed.error);
}

function toUnreadable(number: number, what: string, cause?: unknown): AgentError {
  return new AgentError('IMPORT_INVALID', `Line ${number} of the cassette ${what}`, {
    hint: 'Record the cassette again, or remove that line. It has one JSON object per line, a header first',
    cause,
  });
}
