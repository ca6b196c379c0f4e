import type { InputRequest } from '@bowline/protocol';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  choice,
  credential,
  diff,
  granted,
  paintAsked,
  shell,
  viewOf,
  type Asked,
} from '../../../../../tests/tui/paint-asked.ts';
import { sectionRows } from '../../../../../tests/tui/open-panel.tsx';
import type { Confirmation } from '../confirmation-actions.ts';

const view = viewOf(120, { isScreenReader: true });

function hear(request: InputRequest, more: Omit<Asked, 'request' | 'view'> = {}) {
  const { section } = paintAsked({ request, view, hasFocus: false, ...more });
  return { ...section, said: sectionRows(section, view).map((row) => stripVTControlCharacters(row)) };
}

const edit: Confirmation = {
  ...diff,
  tool: 'replace',
  rule: 'default mode asks before edits',
  grant: { text: 'edits to any file in this project', rule: '', project: '/home/ada/proj' },
  display: { type: 'diff', path: 'src/parse.ts', before: 'a\n  i <= n\n', after: 'a\n  i < n\n' },
};
const { expiresAt: _, ...lasting } = edit;
const answers =
  'Answer: y allow once (chosen). s this session. p twice this project. a twice everywhere. n deny. r deny with a reason. e edit. w show the whole file.';

describe('an approval', () => {
  it('says what would change, why it is asked, and the answers', () => {
    expect(hear(lasting, { count: 2 }).said).toEqual([
      'Approval 1 of 2: edit src/parse.ts? 1 line added, 1 removed.',
      'Removed line 2: i <= n',
      'Added line 2: i < n',
      'Covers: edits to any file in this project.',
      'Why: default mode asks before edits.',
      'Press Tab to answer.',
      answers,
    ]);
  });

  it('adds only the keys when it gets the focus, so that nothing else is said again', () => {
    const before = hear(lasting).said.filter((row) => row !== 'Press Tab to answer.');
    expect(hear(lasting, { hasFocus: true }).said).toEqual([
      ...before,
      'Answering: Up and Down choose, Enter or a letter answers, Tab to the draft, Escape later.',
    ]);
  });

  it('names the chosen answer, and keeps the row of answers', () => {
    const moved = hear(lasting, { hasFocus: true, state: { chosen: 2 } });
    expect(moved.chosen).toBe('p twice this project');
    expect(moved.said).toContain(answers);
  });

  it('says what a second press would save', () => {
    const doubling = { action: 'project', letter: 'p', at: 0 } as const;
    expect(hear(lasting, { hasFocus: true, state: { doubling } }).said.slice(-3)).toEqual([
      'p again: Allow edits to any file in this project, also in later sessions.',
      'saved in your own policies, for ~/proj only.',
      'Press p again to save, Escape cancel.',
    ]);
  });

  it('has the reason as the line that is typed', () => {
    const state = { isWriting: true, field: { text: 'keep it', cursor: 4 } };
    const asked = hear(lasting, { hasFocus: true, state });
    expect(asked.line).toEqual({ label: 'Reason:', text: 'keep it', cursor: 4 });
    expect(asked.said.at(-1)).toBe('Enter denies with this reason, Escape back, Tab to the draft.');
  });

  it('says the command, its programs and the findings of a dangerous one, and denies first', () => {
    const { said } = hear(shell);
    expect(said[0]).toBe('Danger. Approval: run this command?');
    expect(said[1]).toMatch(/^Expires at \d\d:\d\d\.$/);
    expect(said).toContain("Program: sh 'two words'");
    expect(said).toContain('Danger: `rm -rf dist` removes files for good');
    expect(said).toContain('In /w/build.');
    expect(said.slice(-3)).toEqual([
      'Dangerous commands can be allowed once only.',
      'Press Tab to answer.',
      'Answer: n deny (chosen). r deny with a reason. y twice allow once. e edit.',
    ]);
    expect(said.join('\n')).not.toMatch(/[❯✖▲•┄│·↑]/);
  });

  it('says the arguments of any other call', () => {
    expect(hear(granted).said).toContain('url: https://docs.example.org/a');
  });
});

describe('a question', () => {
  const one: InputRequest = { ...choice, multiple: false };

  it('says the options with their numbers', () => {
    expect(hear(one).said).toEqual([
      'Question: Which one?',
      '1 SQLite (chosen): one file.',
      '2 Postgres.',
      'Press Tab to answer.',
    ]);
    expect(hear(one, { state: { chosen: 1 } }).chosen).toBe('2 Postgres');
  });

  it('says which of several options are selected', () => {
    expect(hear(choice, { state: { ticked: ['2'] } }).said.slice(1, 3)).toEqual([
      '1 SQLite, not selected: one file.',
      '2 Postgres, selected.',
    ]);
  });

  it('hides a secret, and says why an answer was rejected', () => {
    const state = { field: { text: 'my-key', cursor: 6 }, problem: 'The key was rejected' };
    const { line, said } = hear(credential, { hasFocus: true, state });
    expect(line).toEqual({ label: 'Secret:', text: '******', cursor: 6 });
    expect(said).toContain('The key was rejected.');
    expect(said.join('\n')).not.toContain('my-key');
    expect(said).toContain('For gemini (aistudio.google.com). Not written to the session log.');
  });

  it('takes a text as the line that is typed', () => {
    const text: InputRequest = { kind: 'text', inputId: 't', title: 'Which port?', placeholder: 'a number' };
    const { line, said } = hear(text, { hasFocus: true, state: { field: { text: '80', cursor: 2 } } });
    expect(line).toEqual({ label: 'Answer:', text: '80', cursor: 2 });
    expect(said.slice(0, 2)).toEqual(['Question: Which port?', 'a number']);
  });
});
