import type { InputAnswer } from '@bowline/protocol';
import { AgentError } from '@bowline/protocol/plain';
import type { Confirmation } from '../questions/confirmation-actions.ts';
import { parseEdited, toEditable } from '../questions/edit-call.ts';
import type { QueueEffect } from '../questions/question-queue.ts';

/** Receives an answer, edits a call, or reports that an answer was rejected. */
export interface AnswerTakers {
  readonly onAnswer: (inputId: string, answer: InputAnswer) => void | Promise<void>;
  readonly edit: (text: string, extension: string) => Promise<string | null>;
  readonly refuse: (inputId: string, problem: string) => void;
}

/** Performs the effect of a key on a question: answers it, or first opens its call in an editor. */
export async function answerQuestion(effect: QueueEffect, takers: AnswerTakers): Promise<void> {
  const { request } = effect;
  if (effect.kind === 'answer') await give(request.inputId, effect.answer, takers);
  else if (request.kind === 'confirmation') await editFirst(request, takers);
}

async function give(inputId: string, answer: InputAnswer, { onAnswer, refuse }: AnswerTakers): Promise<void> {
  try {
    await onAnswer(inputId, answer);
  } catch (thrown) {
    const { message, hint } = AgentError.from(thrown);
    refuse(inputId, hint === undefined ? message : `${message} (${hint})`);
  }
}

async function editFirst(request: Confirmation, takers: AnswerTakers): Promise<void> {
  const { text, extension } = toEditable(request);
  const edited = parseEdited(request, await takers.edit(text, extension).catch(() => null));
  if (edited.kind === 'invalid') takers.refuse(request.inputId, edited.problem);
  if (edited.kind === 'answer') await give(request.inputId, edited.answer, takers);
}
