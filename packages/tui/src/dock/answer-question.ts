import type { InputAnswer, InputRequest } from '@bowline/protocol';
import { AgentError, unreachable } from '@bowline/protocol/plain';
import type { Confirmation } from '../questions/confirmation-actions.ts';
import { parseEdited, toEditable } from '../questions/edit-call.ts';
import type { QueueEffect } from '../questions/queue-state.ts';

/** Receives an answer, edits a call, or reports that an answer was rejected. */
export interface AnswerTakers {
  readonly onAnswer: (inputId: string, answer: InputAnswer) => void | Promise<void>;
  /** Runs the call in a copy of the workspace. */
  readonly onPreview: (inputId: string) => void | Promise<void>;
  readonly edit: (text: string, extension: string) => Promise<string | null>;
  readonly refuse: (request: InputRequest, problem: string) => void;
}

/** Performs the effect of a key on a question: answers it, or first opens its call in an editor. */
export async function answerQuestion(effect: QueueEffect, takers: AnswerTakers): Promise<void> {
  switch (effect.kind) {
    case 'answer':
      await give(effect.request, effect.answer, takers);
      return;
    case 'answer_all':
      for (const { request, answer } of effect.answers) await give(request, answer, takers);
      return;
    case 'preview':
      await orRefuse(effect.request, () => takers.onPreview(effect.request.inputId), takers);
      return;
    case 'edit':
      if (effect.request.kind === 'confirmation') await editFirst(effect.request, takers);
      return;
    default:
      unreachable(effect);
  }
}

async function give(request: InputRequest, answer: InputAnswer, takers: AnswerTakers): Promise<void> {
  await orRefuse(request, () => takers.onAnswer(request.inputId, answer), takers);
}

async function orRefuse(
  request: InputRequest,
  work: () => void | Promise<void>,
  { refuse }: Pick<AnswerTakers, 'refuse'>,
): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const { message, hint } = AgentError.from(thrown);
    refuse(request, hint === undefined ? message : `${message} (${hint})`);
  }
}

async function editFirst(request: Confirmation, takers: AnswerTakers): Promise<void> {
  const { text, extension } = toEditable(request);
  const edited = parseEdited(request, await takers.edit(text, extension).catch(() => null));
  if (edited.kind === 'invalid') takers.refuse(request, edited.problem);
  if (edited.kind === 'answer') await give(request, edited.answer, takers);
}
