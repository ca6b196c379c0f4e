import { toScriptedAnswer } from '../scripted-answer.ts';
import { toItems, toSpokenContents } from '../spoken-contents.ts';
import { timeEvents } from '../time-events.ts';
import { toWholeBytes } from '../to-whole-bytes.ts';
import type { Wire } from '../wire.ts';
import { toAnthropicError, toAnthropicErrorWords } from './to-anthropic-error.ts';
import { toMessageEvents } from './to-message-events.ts';
import { toMessage } from './to-message.ts';

/** The Anthropic Messages API, in which a tool result is part of a user message. */
export const anthropicWire: Wire = {
  toContents: (body) => toSpokenContents(toItems(body, 'messages'), ({ role }) => role === 'user'),
  toEvents: (step, asked) =>
    timeEvents(step, toMessageEvents(toScriptedAnswer(step, asked), asked), toAnthropicErrorWords),
  toWhole: (step, asked) => toWholeBytes(step, toMessage(toScriptedAnswer(step, asked), asked)),
  toHttpError: toAnthropicError,
  toModelList: (models) => ({
    data: models.map((id) => ({ type: 'model', id, display_name: id, created_at: '2025-01-01T00:00:00Z' })),
    has_more: false,
    first_id: models[0] ?? null,
    last_id: models.at(-1) ?? null,
  }),
};
