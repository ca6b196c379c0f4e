import type { AgentEvent } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { ProgressLine } from './progress-line.ts';

const base = { id: '1', streamId: 's', at: '2026-01-01T00:00:00.000Z' };
const model: AgentEvent = { ...base, type: 'session_update', model: 'm' };
const delta = (text: string): AgentEvent => ({ ...base, type: 'message_delta', messageId: 'x', kind: 'text', text });
const message: AgentEvent = { ...base, type: 'message', messageId: 'x', role: 'agent', content: [] };
const request: AgentEvent = {
  ...base,
  type: 'tool_request',
  callId: 'c',
  name: 'read_file',
  args: {},
  effect: 'read',
  executor: 'local',
};

test('the line says what is going on, and never stands on the line of an answer', () => {
  const written: string[] = [];
  const line = new ProgressLine((text) => written.push(text));
  const show = (event: AgentEvent): void => {
    line.hide();
    line.take(event);
  };
  show(model);
  expect(written).toEqual(['\r\u001b[Km · thinking · 0 s']);
  written.length = 0;
  show(delta('Let me'));
  show(message);
  expect(written).toEqual(['\r\u001b[K']);
  written.length = 0;
  show(request);
  line.close();
  expect(written).toEqual(['\r\u001b[Km · read_file · 0 s', '\r\u001b[K']);
});
