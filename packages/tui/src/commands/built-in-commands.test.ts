import type { ApprovalMode } from '@bowline/protocol';
import { approvalModes } from '@bowline/protocol/plain';
import { describe, expect, it } from 'vitest';
import { createBuiltInCommands, parseMode } from './built-in-commands.ts';
import { createRegistry } from './registry.ts';
import type { Picker } from '../host/picker.ts';
import type { CommandActions } from '../host/slash-command.ts';

/** Records what a command makes the TUI do. */
function record({ answer = null, sessionId = 's1' }: { answer?: string | null; sessionId?: string | null } = {}) {
  const done: unknown[] = [];
  const note =
    (name: string) =>
    (...given: unknown[]): void => {
      done.push([name, ...given]);
    };
  const noteLater =
    (name: string) =>
    async (...given: unknown[]): Promise<void> => {
      done.push([name, ...given]);
    };
  const actions: CommandActions = {
    print: note('print'),
    send: noteLater('send'),
    type: note('type'),
    edit: noteLater('edit'),
    mode: (): ApprovalMode => 'plan',
    model: () => 'gemini-2.5-pro',
    setMode: noteLater('setMode'),
    go: noteLater('go'),
    show: note('show'),
    pick: note('pick'),
    preferences: () => ({ theme: 'dark', isVim: false, notifications: 'off', hasMotion: true }),
    prefer: noteLater('prefer'),
    clear: note('clear'),
    quit: note('quit'),
    lastAnswer: () => answer,
    copy: noteLater('copy'),
    previewUndo: async () => null,
    sessionId: () => sessionId,
    signal: new AbortController().signal,
  };
  return { done, actions };
}

async function run(line: string, facts: Parameters<typeof record>[0] = {}): Promise<readonly unknown[]> {
  const { done, actions } = record(facts);
  const parsed = createRegistry(createBuiltInCommands(['dark', 'light', 'GitHub Light']), []).parse(line);
  if (parsed.kind !== 'command') return [parsed];
  await parsed.command.run(parsed.words, actions);
  return done;
}

describe('createBuiltInCommands', () => {
  it.each([
    ['/help', [['show', 'help']]],
    ['/approvals', [['show', 'approvals']]],
    ['/tasks', [['show', 'tasks']]],
    ['/stats', [['show', 'stats']]],
    ['/cost', [['show', 'stats']]],
    ['/resume', [['show', 'sessions']]],
    ['/resume abc', [['go', { kind: 'resume', sessionId: 'abc' }]]],
    ['/fork', [['go', { kind: 'fork', sessionId: 's1', before: null }]]],
    ['/rewind', [['show', 'rewind']]],
    ['/rewind undo', [['send', { action: { name: 'rewind', data: { undo: true } } }]]],
    ['/redo', [['send', { action: { name: 'restore', data: { undo: true } } }]]],
    ['/compress', [['send', { action: { name: 'compact' } }]]],
    ['/compress the tests', [['send', { action: { name: 'compact', data: { focus: 'the tests' } } }]]],
    ['/clear', [['clear'], ['go', { kind: 'new' }]]],
    ['/mode auto-edit', [['setMode', 'auto_edit']]],
    ['/plan', [['setMode', 'plan']]],
    [
      '/plan a b',
      [
        ['setMode', 'plan'],
        ['send', { message: { content: [{ type: 'text', text: 'a b' }] } }],
      ],
    ],
    ['/theme', [['show', 'theme']]],
    ['/theme light', [['prefer', { theme: 'light' }]]],
    ['/theme GitHub Light', [['prefer', { theme: 'GitHub Light' }]]],
    ['/theme "github light"', [['prefer', { theme: 'GitHub Light' }]]],
    ['/theme none', [['print', 'Unknown theme `none`. Available: dark, light, GitHub Light.']]],
    [
      '/vim',
      [
        ['prefer', { isVim: true }],
        ['print', 'Vim keys are on.'],
      ],
    ],
    ['/editor', [['edit']]],
    ['/quit', [['quit']]],
    ['/exit', [['quit']]],
    ['/copy', [['print', 'No answer to copy yet.']]],
  ])('does %s', async (line, expected) => {
    expect(await run(line)).toEqual(expected);
  });

  it('copies the last answer', async () => {
    expect(await run('/copy', { answer: 'yes' })).toEqual([
      ['copy', 'yes'],
      ['print', 'Copied the last answer (3 characters).'],
    ]);
  });

  it('cannot fork before there is a session', async () => {
    expect(await run('/fork', { sessionId: null })).toEqual([['print', 'No session to fork yet.']]);
  });

  it('lets the user pick one of the available modes, from the current one', async () => {
    const [[action, picker] = []] = (await run('/mode')) as [string, Picker][];
    expect(action).toBe('pick');
    expect(picker).toMatchObject({
      title: 'Mode',
      right: 'Shift-Tab cycles the first three',
      hint: 'Enter use · Esc close',
      first: 'plan',
      rows: [
        { id: 'default', text: 'default     asks before edits and commands', isDoubled: false },
        { id: 'auto_edit', text: 'auto_edit   edits without asking, asks before commands', isDoubled: false },
        { id: 'plan', text: 'plan        reads and plans, changes nothing', isDoubled: false },
        { id: 'preview', text: 'preview     changes a copy, you decide at the end of the turn', isDoubled: false },
        { id: 'yolo', text: 'yolo        runs everything no rule forbids · Enter twice', isDoubled: true },
      ],
    });
    expect(picker?.rows.map(({ id }) => id).toSorted()).toEqual(approvalModes.toSorted());
  });

  it('sets the picked mode', async () => {
    const { done, actions } = record();
    const mode = createBuiltInCommands([]).find(({ name }) => name === 'mode');
    await mode?.run([], { ...actions, pick: (picker) => void picker.choose('yolo', '') });
    expect(done).toEqual([['setMode', 'yolo']]);
  });

  it('shows the available modes for an unknown one', async () => {
    const [[, text] = []] = (await run('/mode wild')) as [string, string][];
    expect(text).toContain('Unknown mode `wild`');
    expect(text).toContain('**plan** (current)');
    expect(text).toContain('yolo:');
  });

  it('gives every command a unique name and summary', () => {
    const commands = createBuiltInCommands([]);
    const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    expect(commands.every(({ summary }) => summary.length > 0 && summary.length < 80)).toBe(true);
  });
});

describe('parseMode', () => {
  it.each([
    ['plan', 'plan'],
    ['AUTO', 'auto_edit'],
    ['auto_edit', 'auto_edit'],
    ['', undefined],
    ['wild', undefined],
  ])('reads %j', (word, mode) => {
    expect(parseMode(word)).toBe(mode);
  });
});
