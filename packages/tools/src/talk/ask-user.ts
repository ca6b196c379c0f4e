import { unreachable, type InputOutcome, type InputRequest } from '@bowline/protocol';
import * as z from 'zod';
import { defineTool, succeed } from '../define-tool.ts';

const option = z.object({
  label: z.string().min(1).describe('Short text that the user selects.'),
  description: z.string().optional().describe('What this option means.'),
});
const question = z
  .object({
    question: z.string().min(1).describe('Complete question.'),
    header: z.string().max(40).optional().describe('Topic, in one or two words.'),
    type: z
      .enum(['choice', 'text', 'yesno'])
      .optional()
      .describe('choice, text (free text) or yesno. Defaults to choice if there are options, otherwise to text.'),
    options: z.array(option).max(10).optional().describe('At least two options, for type choice.'),
    multiSelect: z.boolean().optional().describe('Let the user select several options. Defaults to false.'),
    placeholder: z.string().optional().describe('Example answer, for type text.'),
  })
  .refine(
    ({ type, options = [] }) => type !== 'choice' || options.length > 1,
    'type choice needs at least two options',
  );

/** The questions to the user. */
export const askUserInput = z.object({ questions: z.array(question).min(1).max(4) });
export type AskedQuestion = z.infer<typeof question>;

/**
 * Asks the user. The questions come before the call runs, like approvals. Answers may come days later, from any
 * process.
 */
export const askUser = defineTool({
  name: 'ask_user',
  description:
    'Asks the user up to four questions and waits for the answers. Ask only if you cannot find the answer yourself and it ' +
    'changes what you do next. Offer options if there are only a few likely answers.',
  effect: 'read',
  input: askUserInput,
  questions: ({ questions }, callId) => toInputRequests(questions, callId),
  run: async ({ questions }, { answers = [] }) => succeed(toAnswerWords(questions, answers)),
});

type Asked = Exclude<InputRequest, { readonly kind: 'confirmation' | 'credential' }>;

/** Converts the questions to input requests. Their ids start with the call's id. */
export function toInputRequests(questions: readonly AskedQuestion[], callId: string): readonly Asked[] {
  return questions.map((asked, at) => {
    const base = { inputId: `${callId}:${at}`, callId, title: asked.question };
    const options = optionsOf(asked);
    if (options.length === 0)
      return { ...base, kind: 'text', ...(asked.placeholder === undefined ? {} : { placeholder: asked.placeholder }) };
    const multiple = asked.multiSelect === true && kindOf(asked) === 'choice';
    return { ...base, kind: 'choice', options, multiple, allowsText: true };
  });
}

/** The answers as text for the model, in the order of the questions. Undefined: not answered. */
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
      return outcome.text === '' ? '(an empty answer)' : outcome.text;
    case 'declined':
      return '(the user declined to answer)';
    case 'expired':
      return '(no answer in time)';
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
