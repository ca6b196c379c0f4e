import { unreachable, type InputOutcome, type InputRequest } from '@bowline/protocol';
import * as z from 'zod';
import { defineTool, succeed } from '../define-tool.ts';

const option = z.object({
  label: z.string().min(1).describe('What the person chooses, in a few words.'),
  description: z.string().optional().describe('What it means to choose it.'),
});
const question = z
  .object({
    question: z.string().min(1).describe('The question, whole.'),
    header: z.string().max(40).optional().describe('What it is about, in a word or two.'),
    type: z
      .enum(['choice', 'text', 'yesno'])
      .optional()
      .describe('choice unless told; text when there are no options.'),
    options: z.array(option).max(10).optional().describe('What there is to choose from, for a choice.'),
    multiSelect: z.boolean().optional().describe('Whether several can be chosen.'),
    placeholder: z.string().optional().describe('What an answer could look like, for a text.'),
  })
  .refine(({ type, options = [] }) => type !== 'choice' || options.length > 1, 'a choice needs at least two options');

/** What the model asks a person. */
export const askUserInput = z.object({ questions: z.array(question).min(1).max(4) });
export type AskedQuestion = z.infer<typeof question>;

/** Asks a person. The questions come before it runs, as a confirmation does; the answers may come days later, from anywhere. */
export const askUser = defineTool({
  name: 'ask_user',
  description:
    'Asks the person up to four questions, and waits for the answers. Ask only what you cannot find out and what changes ' +
    'what you do next; give options where there are few.',
  effect: 'read',
  input: askUserInput,
  questions: ({ questions }, callId) => toInputRequests(questions, callId),
  run: async ({ questions }, { answers = [] }) => succeed(toAnswerWords(questions, answers)),
});

type Asked = Exclude<InputRequest, { readonly kind: 'confirmation' | 'credential' }>;

/** The questions as a surface asks them, each with an id of its own that begins with the call's. */
export function toInputRequests(questions: readonly AskedQuestion[], callId: string): readonly Asked[] {
  return questions.map((asked, at) => {
    const base = { inputId: `${callId}:${at}`, callId, title: titleOf(asked) };
    const options = optionsOf(asked);
    if (options.length === 0)
      return { ...base, kind: 'text', ...(asked.placeholder === undefined ? {} : { placeholder: asked.placeholder }) };
    return { ...base, kind: 'choice', options, multiple: asked.multiSelect === true && kindOf(asked) === 'choice' };
  });
}

/** The answers in words for the model, in the order of the questions; undefined of one that nobody has answered. */
export function toAnswerWords(
  questions: readonly AskedQuestion[],
  outcomes: readonly (InputOutcome | undefined)[],
): string {
  return questions.map((asked, at) => `${titleOf(asked)}\n${describeOutcome(asked, outcomes[at])}`).join('\n\n');
}

function describeOutcome(asked: AskedQuestion, outcome: InputOutcome | undefined): string {
  if (outcome === undefined) return '(not answered)';
  switch (outcome.kind) {
    case 'choice': {
      const options = optionsOf(asked);
      const labels = outcome.optionIds.map((id) => options.find((each) => each.id === id)?.label ?? id);
      return labels.length === 0 ? '(nothing chosen)' : labels.join(', ');
    }
    case 'text':
      // Also to a choice: people answer what they like.
      return outcome.text === '' ? '(an empty answer)' : outcome.text;
    case 'declined':
      return '(the person does not want to answer)';
    case 'expired':
      return '(nobody answered in time)';
    case 'confirmation':
    case 'credential':
      return '(answered with something else)';
    default:
      return unreachable(outcome);
  }
}

function titleOf({ header, question: text }: AskedQuestion): string {
  return header === undefined ? text : `${header}: ${text}`;
}

function kindOf({ type, options = [] }: AskedQuestion): 'choice' | 'text' | 'yesno' {
  return type ?? (options.length > 1 ? 'choice' : 'text');
}

function optionsOf(asked: AskedQuestion): { id: string; label: string; description?: string }[] {
  switch (kindOf(asked)) {
    case 'text':
      return [];
    case 'yesno':
      return [
        { id: 'yes', label: 'Yes' },
        { id: 'no', label: 'No' },
      ];
    case 'choice':
      return (asked.options ?? []).map(({ label, description }, at) => ({
        id: String(at + 1),
        label,
        ...(description === undefined ? {} : { description }),
      }));
  }
}
