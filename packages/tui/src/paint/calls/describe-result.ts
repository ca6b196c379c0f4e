import type { JsonObject } from '@bowline/protocol';
import type { CallItem } from '../../transcript/transcript.ts';
import { cleanLine } from '../clean-text.ts';
import { countChanges } from '../diff/count-changes.ts';

/** What came of a call, in a word or two each, for its row. */
export function describeResult({ result }: CallItem): readonly string[] {
  if (result === null) return [];
  if (result.isError) return result.errorType === null ? [] : [cleanLine(result.errorType).replaceAll('_', ' ')];
  if (result.display?.type === 'diff') return [countChanges(result.display)];
  return describeData(result.data ?? {});
}

function describeData(data: JsonObject): readonly string[] {
  const { matches, files, lines, pages, exitCode, signal } = data;
  if (typeof signal === 'string') return [`ended by ${cleanLine(signal)}`];
  if (typeof exitCode === 'number') return exitCode === 0 ? [] : [`exit code ${exitCode}`];
  if (typeof matches === 'number') {
    const places = typeof files === 'number' && matches > 0 ? ` in ${count(files, 'file')}` : '';
    return [`${count(matches, 'match', 'matches')}${places}`];
  }
  if (typeof files === 'number') return [count(files, 'file')];
  if (typeof lines === 'number') return [count(lines, 'line')];
  return Array.isArray(pages) ? [count(pages.length, 'page')] : [];
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
