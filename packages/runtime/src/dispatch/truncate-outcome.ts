import { firstOf, lastOf } from '@bowline/context';
import type { ContentPart } from '@bowline/protocol';
import type { ToolOutcome } from '@bowline/tools';

/** Longer text is saved, and the model gets both ends of it. */
export const TEXT_LIMIT = 40_000;
/** More of the end, which is usually more informative than the beginning. */
const ENDS = { head: 0.25, tail: 0.5 } as const;

/** Limits on a tool call. */
export interface CallLimits {
  /** Longer output is truncated for the model, in characters. Default: 40,000. */
  readonly toolOutputThreshold?: number | undefined;
  /** Time that the host may take for a call, in milliseconds. Default: ten minutes. */
  readonly hostCallMs?: number | undefined;
}

/**
 * Saves a complete text where the model can read it. Resolves to its name once it is durable. A name is the same on
 * every machine. The given one describes the text, and has no effect on the result.
 */
export type SaveArtifact = (name: string, text: string) => Promise<string>;

/**
 * Truncates output that is too long for the model. The complete output is saved, and the model gets its name.
 */
export async function truncateOutcome(
  outcome: ToolOutcome,
  name: string,
  {
    saveArtifact,
    limits: { toolOutputThreshold = TEXT_LIMIT } = {},
  }: { readonly saveArtifact: SaveArtifact; readonly limits?: CallLimits },
): Promise<ToolOutcome> {
  const text = outcome.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  if (text.length <= toolOutputThreshold) return outcome;
  const artifact = outcome.artifact ?? (await saveArtifact(`${name}.txt`, text).catch(() => undefined));
  const [head, tail] = [Math.floor(toolOutputThreshold * ENDS.head), Math.floor(toolOutputThreshold * ENDS.tail)];
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
