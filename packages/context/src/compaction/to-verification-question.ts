import type { Content } from '@google/genai';
import type { Anchor } from './anchors/anchor.ts';
import { cutMiddle, toLine } from './cut-middle.ts';
import { toTranscript } from './to-transcript.ts';
import { toUser, withPrevious } from './with-previous.ts';
import { DATA_RULE, type CompactionQuestion } from './to-summary-question.ts';

/** The input for a verification request. */
export interface VerificationRequest {
  /** What was summarized, without contents that the program added. */
  readonly contents: readonly Content[];
  /** The earlier summary as rendered, if it is not the first content. */
  readonly previous?: string | undefined;
  /** The summary as text. */
  readonly summary: string;
  /** Anchors that a program found in the transcript but not in the summary. */
  readonly missingAnchors: readonly Anchor[];
  /** The maximum length of the request, without its instruction. */
  readonly maxChars: number;
}

const INSTRUCTION = `You check a summary of the earlier part of a session in which a coding agent works for a user. The agent will continue
with only this summary, so what it lacks is lost, and its errors will be believed.

${DATA_RULE}

Compare the whole transcript with the summary. List in "missing" every fact, decision and its reason, exact name, number,
version, command or error, changed file, requirement or prohibition of the user, and unfinished task that the agent needs to
continue and that the summary lacks. Write each as a self-contained sentence, with names and numbers copied character by
character. List in "wrong" what the summary says but the transcript does not support, with the correct statement, including
work that is called done but was not shown to be done. Facts that became outdated later in the transcript are not missing.
If the summary is complete and correct, both lists are empty. The hints come from a program that does not understand the
text: judge each of them, and also look for facts that they do not mention.`;

/** Maximum shares of the room for the summary and the hints. */
const SUMMARY_SHARE = 0.5;
const HINTS_SHARE = 0.1;
const LONGEST_HINT = 240;

/** The request to verify a summary: the summary, the hints and the transcript as the only content. */
export function toVerificationQuestion(request: VerificationRequest): CompactionQuestion {
  const { contents, previous, missingAnchors, maxChars } = request;
  const summary = quote(cutMiddle(request.summary, maxChars * SUMMARY_SHARE));
  const hints = toHints(missingAnchors, maxChars * HINTS_SHARE);
  const before = `=== SUMMARY ===\n${summary}\n\n=== HINTS ===\n${hints}\n\n=== TRANSCRIPT ===\n`;
  const room = Math.max(0, maxChars - before.length);
  const transcript = toTranscript(withPrevious(contents, previous), { maxChars: room });
  return { instruction: INSTRUCTION, contents: [toUser(before + transcript)] };
}

function toHints(anchors: readonly Anchor[], room: number): string {
  let left = room;
  const lines = anchors
    .map(({ kind, text, context }) =>
      toLine(`- ${kind}: ${text}${context === text ? '' : ` (in: ${context})`}`, LONGEST_HINT),
    )
    .filter((line) => (left -= line.length + 1) >= 0);
  return lines.length === 0 ? 'none' : lines.join('\n');
}

/** Prevents lines of a summary from posing as headings of the request. */
function quote(summary: string): string {
  return summary
    .split('\n')
    .map((line) => (line.startsWith('===') ? ` ${line}` : line))
    .join('\n');
}
