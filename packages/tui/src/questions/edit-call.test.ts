import { describe, expect, it } from 'vitest';
import type { Confirmation } from './confirmation-actions.ts';
import { parseEdited, toEditable } from './edit-call.ts';

const write: Confirmation = {
  kind: 'confirmation',
  inputId: 'i',
  title: 'Run write_file?',
  callId: 'c',
  tool: 'write_file',
  args: { file_path: 'a', content: 'x' },
  effect: 'write',
  digest: 'd',
  findings: [],
};
const command: Confirmation = {
  ...write,
  args: { command: 'ls', dir: 'a' },
  display: { type: 'command', command: 'ls' },
};

describe('toEditable', () => {
  it('opens a command as text, and other calls as their arguments', () => {
    expect(toEditable(command)).toEqual({ text: 'ls\n', extension: 'sh' });
    expect(toEditable(write)).toEqual({ text: '{\n  "file_path": "a",\n  "content": "x"\n}\n', extension: 'json' });
  });
});

describe('parseEdited', () => {
  it.each([
    [command, 'ls -l\n', { command: 'ls -l', dir: 'a' }],
    [command, 'cd a\nls\n', { command: 'cd a\nls', dir: 'a' }],
    [write, '{"file_path":"b"}', { file_path: 'b' }],
  ])('answers with the edited arguments', (request, text, args) => {
    expect(parseEdited(request, text)).toEqual({
      kind: 'answer',
      answer: { kind: 'confirmation', outcome: 'edited', digest: 'd', args },
    });
  });

  it.each([
    [command, null, 'unchanged'],
    [command, 'ls', 'unchanged'],
    [command, ' \n', 'invalid'],
    [write, '{', 'invalid'],
    [write, '[1]', 'invalid'],
  ])('does not answer with unchanged or invalid text', (request, text, kind) => {
    expect(parseEdited(request, text).kind).toBe(kind);
  });
});
