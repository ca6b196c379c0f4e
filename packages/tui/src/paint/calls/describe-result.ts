import type { JsonObject } from '@bowline/protocol';
import type { CallItem } from '../../transcript/transcript.ts';
import { cleanLine } from '../layout/clean-text.ts';
import { toDiffRows, type DiffDisplay } from '../diff/to-diff-rows.ts';
import { callTexts } from '../../texts/transcript-texts.ts';

/** The result of a call in short phrases, for its row. */
export function describeResult({ result }: CallItem): readonly string[] {
  if (result === null) return [];
  if (result.isError) return result.errorType === null ? [] : [cleanLine(result.errorType).replaceAll('_', ' ')];
  if (result.display?.type === 'diff') return [countChanges(result.display)];
  return describeData(result.data ?? {});
}

function describeData(data: JsonObject): readonly string[] {
  const { matches, files, lines, pages, exitCode, signal } = data;
  if (typeof signal === 'string') return [callTexts.endedBy(cleanLine(signal))];
  if (typeof exitCode === 'number') return exitCode === 0 ? [] : [callTexts.exitCode(exitCode)];
  if (typeof matches === 'number')
    return [callTexts.matches(matches, typeof files === 'number' && matches > 0 ? files : null)];
  if (typeof files === 'number') return [callTexts.files(files)];
  if (typeof lines === 'number') return [callTexts.lines(lines)];
  return Array.isArray(pages) ? [callTexts.pages(pages.length)] : [];
}

/** Added and removed lines: `+3 -1`. */
function countChanges(display: DiffDisplay): string {
  const { added, removed } = toDiffRows(display);
  return `+${added} -${removed}`;
}
