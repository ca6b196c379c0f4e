import type { JsonObject } from '@bowline/protocol';
import { toText } from '@bowline/protocol/plain';
import type { CallItem } from '../../transcript/transcript.ts';

/** A question of the model and the user's answer. */
export interface Answered {
  readonly question: string;
  readonly answer: string;
}

/** The questions of a call and their answers, from the result that the model reads. Null if it is another call. */
export function readAnswers({ name, args, result }: CallItem): readonly Answered[] | null {
  const asked = args['questions'];
  if (name !== 'ask_user' || result === null || result.isError || !Array.isArray(asked)) return null;
  const questions = asked.map(toQuestion);
  let rest = toText(result.content);
  const answers: Answered[] = [];
  for (const [at, { title, question }] of questions.entries()) {
    if (!rest.startsWith(`${title}\n`)) return null;
    rest = rest.slice(title.length + 1);
    const next = questions[at + 1];
    const end = next === undefined ? rest.length : rest.indexOf(`\n\n${next.title}\n`);
    if (end === -1) return null;
    answers.push({ question, answer: rest.slice(0, end).trim() });
    rest = rest.slice(end + 2);
  }
  return answers;
}

/** The question, and as the result names it: after its header. */
function toQuestion(asked: unknown): { readonly question: string; readonly title: string } {
  const { question, header } = (asked ?? {}) as JsonObject;
  const text = typeof question === 'string' ? question : '';
  return { question: text, title: typeof header === 'string' ? `${header}: ${text}` : text };
}
