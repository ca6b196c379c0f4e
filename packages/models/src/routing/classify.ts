import type { Content } from '@google/genai';
import * as z from 'zod';
import type { AskModel } from '../utility/ask-model.ts';

const choiceSchema = z.object({ reasoning: z.string(), model_choice: z.enum(['flash', 'pro']) });

const TURNS = 4;
const LONGEST = 2000;

const INSTRUCTION = `You choose which model answers a request to a coding agent.
"flash" is fast. Use it for specific requests that need 1 to 3 steps, such as reading a file, a small edit, one command, or a simple question.
"pro" reasons longer. Use it for planning, design, debugging an unknown cause, changes in many places, or a vague goal.
If in doubt about a code change, choose "pro". Answer with JSON: {"reasoning": "one sentence", "model_choice": "flash" | "pro"}.`;

/**
 * Asks a small model whether the fast or the better one is needed. Null if it could not decide, which is not a failure.
 */
export async function classify(
  contents: readonly Content[],
  ask: AskModel,
  signal: AbortSignal,
): Promise<'pro' | 'flash' | null> {
  const said = contents.filter(isSaid).slice(-TURNS).map(shorten);
  const answer = await ask({
    purpose: 'classifier',
    instruction: INSTRUCTION,
    contents: said,
    schema: choiceSchema,
    signal,
  });
  return answer?.model_choice ?? null;
}

/** Whether a content has text. Calls and results say little about what the user wants. */
function isSaid({ parts = [] }: Content): boolean {
  return parts.some((part) => part.text !== undefined && part.text !== '' && part.thought !== true);
}

function shorten({ role, parts = [] }: Content): Content {
  const text = parts
    .flatMap((part) => (part.thought === true || part.text === undefined ? [] : [part.text]))
    .join('\n')
    .slice(0, LONGEST);
  return { ...(role === undefined ? {} : { role }), parts: [{ text }] };
}
