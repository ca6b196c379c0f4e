import type { Content } from '@google/genai';
import {
  completeSummary,
  findAnchors,
  missingAnchors,
  renderSummary,
  showSections,
  summarySchema,
  toSummaryQuestion,
  toVerificationQuestion,
  verificationSchema,
  type ContextEntry,
  type MemoryText,
} from '@bowline/context';
import type { NewRecord } from '@bowline/log';
import type { AskModel } from '@bowline/models';
import type { AgentError } from '@bowline/protocol';
import type { Journal } from '../journal/journal.ts';

/** Called before the history is compacted, and only if it will be. */
export type CompactionHook = (facts: {
  readonly isAsked: boolean;
  readonly focus: string | undefined;
  readonly tokens: number;
}) => Promise<void>;

export interface CompactionParts {
  readonly journal: Journal;
  readonly ask: AskModel;
  readonly advise: AskModel;
  /** The size of the request that is too large. */
  readonly tokens: number;
  readonly window: () => number;
  readonly beforeCompaction?: CompactionHook | undefined;
}

/** Summarizing a long session takes time. */
const LONGEST_MS = 180_000;
/** Shorter, because the check only adds to the summary. */
const LONGEST_CHECK_MS = 60_000;
/** Characters of transcript per token of the context window: fewer than a model would accept. */
const CHARACTERS = 2;

/**
 * Summarizes the older part of the history. The draft is saved before it is checked, so that it is not paid for twice.
 */
export async function summarize(
  through: number,
  parts: CompactionParts,
  signal: AbortSignal,
): Promise<readonly NewRecord[]> {
  const { journal, ask, tokens, beforeCompaction } = parts;
  const { wanted } = journal.turn.compaction;
  const { head, contents, previous } = headOf(journal.history.entries, through);
  if (head.length === 0) return [rejected('there is nothing to summarize', tokens)];
  await beforeCompaction?.({ isAsked: wanted !== null, focus: wanted?.focus, tokens });
  journal.tellLive({ type: 'progress', label: 'summarizing the session so far' });
  const question = toSummaryQuestion({
    contents,
    maxChars: parts.window() * CHARACTERS,
    ...(previous === undefined ? {} : { previous }),
    ...(wanted?.focus === undefined ? {} : { focus: wanted.focus }),
  });
  let failure: AgentError | undefined;
  const summary = await ask({
    ...question,
    purpose: 'summarizer',
    tier: 'flash',
    schema: summarySchema,
    longestMs: LONGEST_MS,
    signal,
    onFailure: (error) => {
      failure = error;
    },
  });
  if (signal.aborted) return [];
  if (summary === undefined) return [rejected(`no summary was made (${toReason(failure)})`, tokens)];
  return [{ type: 'compaction_drafted', body: { through, summary } }];
}

/**
 * Compares the draft with the history that it replaces, adds what is missing, and applies it if it makes the request
 * smaller.
 */
export async function checkSummary(parts: CompactionParts, signal: AbortSignal): Promise<readonly NewRecord[]> {
  const { journal, advise, tokens } = parts;
  const { draft } = journal.turn.compaction;
  const { head, contents, previous, memory } = headOf(journal.history.entries, draft?.through ?? 0);
  const parsed = summarySchema.safeParse(draft?.summary);
  if (draft === null || head.length === 0 || !parsed.success) return [rejected('the summary is empty', tokens)];
  journal.tellLive({ type: 'progress', label: 'checking the summary' });
  const render = (summary: typeof parsed.data): string =>
    renderSummary({ summary, personSaid: contents, ...(previous === undefined ? {} : { previous }) });
  // Compared only with the summary itself: a fact that appears only in quoted user messages is not stated as one.
  const lost = missingAnchors(findAnchors(contents, previous), showSections(parsed.data));
  const verification = await advise({
    ...toVerificationQuestion({
      contents,
      previous,
      summary: showSections(parsed.data),
      missingAnchors: lost,
      maxChars: parts.window() * CHARACTERS,
    }),
    purpose: 'summary-check',
    tier: 'flash',
    schema: verificationSchema,
    longestMs: LONGEST_CHECK_MS,
    signal,
  });
  if (signal.aborted) return [];
  const summary = render(completeSummary(parsed.data, verification, lost));
  const tokensAfter = journal.history.sizeWith(draft.through, { summary, memory });
  if (tokensAfter >= tokens) return [rejected('the summary would be larger than what it replaces', tokens)];
  const body = { through: draft.through, summary, tokensBefore: tokens, tokensAfter };
  return [{ type: 'context_compacted', body: memory.length === 0 ? body : { ...body, memory: [...memory] } }];
}

interface Head {
  readonly head: readonly ContextEntry[];
  /** Excludes a summary at its start. */
  readonly contents: Content[];
  readonly previous: string | undefined;
  readonly memory: readonly MemoryText[];
}

/** The part of the history that a summary up to this record replaces. */
function headOf(entries: readonly ContextEntry[], through: number): Head {
  const head = entries.filter(({ last }) => last <= through);
  const previous = head[0]?.summary;
  const memory = head.flatMap((entry) => entry.memory ?? []);
  const spoken = head.filter((entry) => entry.summary === undefined && entry.isOurs !== true);
  return { head, contents: spoken.map(({ content }) => content), previous, memory };
}

/** Without a failure, no model could be asked: all are unavailable, or a spending limit is reached. */
function toReason(failure: AgentError | undefined): string {
  return failure?.message ?? 'no model is available, or a limit is reached';
}

function rejected(reason: string, tokens: number): NewRecord {
  return { type: 'compaction_rejected', body: { reason, tokens } };
}
