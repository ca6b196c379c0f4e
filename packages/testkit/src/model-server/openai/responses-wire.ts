import { toScriptedAnswer } from '../scripted-answer.ts';
import { toItems, toSpokenContents, type Item } from '../spoken-contents.ts';
import { timeEvents } from '../time-events.ts';
import { toWholeBytes } from '../to-whole-bytes.ts';
import type { Wire } from '../wire.ts';
import { toOpenAIError, toOpenAIErrorWords } from './to-openai-error.ts';
import { toOpenAIModelList } from './to-openai-model-list.ts';
import { toResponseEvents } from './to-response-events.ts';
import { toResponse, toResponseStatus } from './to-response.ts';

/** OpenAI's Responses API. */
export const responsesWire: Wire = {
  toContents: (body) => toSpokenContents(toInput(body), isSpoken),
  toEvents: (step, asked) => {
    const events = toResponseEvents(toScriptedAnswer(step, asked), asked);
    return timeEvents(step, events, (error) => ({
      ...toOpenAIErrorWords(error),
      type: 'error',
      sequence_number: events.length,
    }));
  },
  toWhole: (step, asked) => {
    const answer = toScriptedAnswer(step, asked);
    const status = answer.end === undefined ? 'incomplete' : toResponseStatus(answer.end);
    return toWholeBytes(step, toResponse(answer, asked, status));
  },
  toHttpError: toOpenAIError,
  toModelList: toOpenAIModelList,
};

const isSpoken = ({ role, type }: Item): boolean => role === 'user' || type === 'function_call_output';

/** An input that is a string is the message of the user. */
function toInput(body: unknown): readonly Item[] {
  const { input } = body as Item;
  return typeof input === 'string' ? [{ role: 'user', content: input }] : toItems(body, 'input');
}
