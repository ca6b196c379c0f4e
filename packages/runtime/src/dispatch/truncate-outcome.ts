import { firstOf, lastOf } from '@bowline/context';
import type { ContentPart } from '@bowline/protocol';
import type { ToolOutcome } from '@bowline/tools';

/** Longer text is saved to a file, and the model gets both ends of it. */
export const TEXT_LIMIT = 40_000;
/** More of the end, which is usually more informative than the beginning. */
const ENDS = { head: 0.25, tail: 0.5 } as const;

/** Saves a complete text where the model can read it. Returns its path. */
export type SaveArtifact = (name: string, text: string) => Promise<string>;

/**
 * Truncates output that is too long for the model. The complete output is saved to a file, whose path the model gets.
 */
export async function truncateOutcome(
  outcome: ToolOutcome,
  name: string,
  {
    saveArtifact,
    longestResult = TEXT_LIMIT,
  }: { readonly saveArtifact: SaveArtifact; readonly longestResult?: number | undefined },
): Promise<ToolOutcome> {
  const text = outcome.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  if (text.length <= longestResult) return outcome;
  const artifact = outcome.artifact ?? (await saveArtifact(`${name}.txt`, text).catch(() => undefined));
  const [head, tail] = [Math.floor(longestResult * ENDS.head), Math.floor(longestResult * ENDS.tail)];
  const omitted = text.length - head - tail;
  const where =
    artifact === undefined
      ? 'the full text could not be saved'
      : `the full text is in ${artifact}; read it with read_file`;
  const cut = `${firstOf(text, head)}\n\n[${omitted} characters omitted; ${where}]\n\n${lastOf(text, tail)}`;
  const rest: ContentPart[] = outcome.content.filter((part) => part.type !== 'text');
  return {
    ...outcome,
    ...(artifact === undefined ? {} : { artifact }),
    content: [{ type: 'text', text: cut }, ...rest],
  };
}
