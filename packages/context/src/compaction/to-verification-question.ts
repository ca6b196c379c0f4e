import type { Content } from '@google/genai';
import type { Anchor } from './anchors/anchor.ts';
import { cutMiddle, toLine } from './cut-middle.ts';
import { toTranscript } from './to-transcript.ts';
import { toUser, withPrevious } from './with-previous.ts';
import { DATA_RULE, type CompactionQuestion } from './to-summary-question.ts';

/** What a summary is checked with. */
export interface VerificationRequest {
  /** What was summarised, without what the program put among it. */
  readonly contents: readonly Content[];
  /** The earlier summary as it was shown, when it is not the first of the contents. */
  readonly previous?: string | undefined;
  /** The summary as text. */
  readonly summary: string;
  /** What a program found in the transcript and not in the summary. */
  readonly missingAnchors: readonly Anchor[];
  /** How long the question may be, but for its instruction. */
  readonly maxChars: number;
}

const INSTRUCTION = `You check a summary of the earlier part of a session in which a coding agent works for a person. The agent will go on
with nothing but this summary, so what is missing in it is lost, and what is wrong in it will be believed.

${DATA_RULE}

Compare the transcript with the summary, from its first line to its last. List in "missing" every fact, decision and its reason,
exact name, number, version, command or error, changed file, wish or prohibition of the person, and unfinished task that somebody who goes on
with the work needs and that the summary does not say. Write each as a sentence that can stand in the summary by itself, with names and
numbers copied character by character. List in "wrong" what the summary says and the transcript does not bear out, with what is true: also
what is called done and was not seen to be done. What was overtaken later in the transcript is not missing. If all is there, both lists
are empty. The hints are from a program that knows no meaning: judge each of them, and look for more than they name.`;

/** Shares of the room: what a summary takes at most, and the hints. */
const SUMMARY_SHARE = 0.5;
const HINTS_SHARE = 0.1;
const LONGEST_HINT = 240;

/** The question whether a summary says all that matters: the summary, the hints and the transcript as the only content. */
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

/** Nothing that a summary says can pass for a heading of the question. */
function quote(summary: string): string {
  return summary
    .split('\n')
    .map((line) => (line.startsWith('===') ? ` ${line}` : line))
    .join('\n');
}
