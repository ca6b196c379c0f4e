import { AgentError, type InputAnswer, type InputRequest } from '@bowline/protocol';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { render, type Instance } from 'ink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKeyboard, createScreen } from '../../../../tests/tui/fake-terminal.ts';
import { createTheme } from '../paint/create-theme.ts';
import type { View } from '../paint/view.ts';
import { QuestionPanel, type QuestionPanelProps } from './question-panel.tsx';

const VIEW: View = {
  width: 80,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader: false,
  workspace: '/w',
  isUnfolded: false,
  now: 0,
};
const write = (inputId: string): InputRequest => ({
  kind: 'confirmation',
  inputId,
  title: `Write ${inputId}?`,
  callId: inputId,
  tool: 'write_file',
  args: { file_path: inputId },
  effect: 'write',
  digest: `digest of ${inputId}`,
  findings: [],
});

const open: Instance[] = [];
afterEach(() => {
  for (const instance of open.splice(0)) instance.unmount();
});

interface Stage {
  readonly screen: { readonly last: string };
  readonly answers: (readonly [string, InputAnswer])[];
  readonly told: string[];
  /** Presses keys after so many milliseconds of quiet. */
  readonly press: (bytes: string, quiet?: number) => Promise<void>;
  readonly change: (props: Partial<QuestionPanelProps>) => Promise<void>;
}

async function openPanel(given: Partial<QuestionPanelProps>): Promise<Stage> {
  const stdin = createKeyboard();
  const screen = createScreen(80, 40);
  const answers: (readonly [string, InputAnswer])[] = [];
  const told: string[] = [];
  let now = 1000;
  let props: QuestionPanelProps = {
    requests: [],
    view: VIEW,
    rows: 30,
    isActive: true,
    onAnswer: (inputId, answer) => void answers.push([inputId, answer]),
    onEdit: async () => null,
    onEscape: () => void told.push('escape'),
    onStray: (text) => void told.push(text),
    clock: () => now,
    ...given,
  };
  const instance = render(<QuestionPanel {...props} />, {
    stdin,
    stdout: screen,
    debug: true,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  open.push(instance);
  const settle = async (): Promise<void> => {
    for (let n = 0; n < 4; n += 1) await nextTurn();
    await instance.waitUntilRenderFlush();
  };
  await settle();
  return {
    screen,
    answers,
    told,
    press: async (bytes, quiet = 1000) => {
      now += quiet;
      stdin.write(bytes);
      await settle();
    },
    change: async (more) => {
      props = { ...props, ...more };
      instance.rerender(<QuestionPanel {...props} />);
      await settle();
    },
  };
}

describe('QuestionPanel', () => {
  it('asks one after the other', async () => {
    const { screen, press, answers } = await openPanel({ requests: [write('a'), write('b')] });
    expect(screen.last).toContain('Write a? · 1 of 2');
    await press('o');
    expect(screen.last).toContain('Write b? · 2 of 2');
    await press('d');
    expect(answers).toEqual([
      ['a', { kind: 'confirmation', outcome: 'once', digest: 'digest of a' }],
      ['b', { kind: 'confirmation', outcome: 'denied', digest: 'digest of b' }],
    ]);
  });

  it('gives what was being typed back to the prompt, and answers nothing with it', async () => {
    const { press, answers, told } = await openPanel({ requests: [write('a')] });
    for (const letter of 'yes so') await press(letter, 100);
    await press('\r', 100);
    expect(told.join('')).toBe('yes so');
    expect(answers).toEqual([]);
  });

  it('answers nothing with letters that come in one piece', async () => {
    const { press, answers } = await openPanel({ requests: [write('a')] });
    await press('okay\r');
    await press('yy');
    expect(answers).toEqual([]);
  });

  it('forgets a question that was answered elsewhere, and swallows no key', async () => {
    const { screen, press, change, answers } = await openPanel({ requests: [write('a'), write('b')] });
    await change({ requests: [write('b')] });
    expect(screen.last).toContain('Write b?');
    expect(screen.last).not.toContain('1 of');
    await press('o');
    expect(answers.map(([id]) => id)).toEqual(['b']);
    await change({ requests: [] });
    await press('o');
    expect(answers).toHaveLength(1);
  });

  it('is one row while a person is at the prompt, and hears nothing', async () => {
    const { screen, press, change, told, answers } = await openPanel({ requests: [write('a')] });
    await press('\u001B');
    // A lone Escape is known by the pause after it.
    await vi.waitFor(() => {
      expect(told).toEqual(['escape']);
    });
    await change({ isActive: false });
    expect(screen.last.trim()).toBe('? Write a? · Tab answers');
    await press('o');
    expect(answers).toEqual([]);
    await change({ isActive: true });
    await press('o', 100);
    expect(answers).toEqual([]);
    await press('o');
    expect(answers).toHaveLength(1);
  });

  it('shows the other questions with Tab', async () => {
    const { screen, press } = await openPanel({ requests: [write('a'), write('b')] });
    await press('\t');
    expect(screen.last).toContain('Write b? · 2 of 2');
  });

  it('says why an answer was not taken', async () => {
    const onAnswer = async (): Promise<void> => {
      throw new AgentError('UNKNOWN_INPUT', 'the time for an answer is over');
    };
    const { screen, press } = await openPanel({ requests: [write('a')], onAnswer });
    await press('o');
    expect(screen.last).toContain('the time for an answer is over');
  });

  it('answers with what was edited, and says what is wrong with it', async () => {
    const texts = ['{', '{"file_path":"c"}'];
    const asked: string[] = [];
    const onEdit = async (text: string, extension: string): Promise<string | null> => {
      asked.push(`${extension} ${text}`);
      return texts.shift() ?? null;
    };
    const { screen, press, answers } = await openPanel({ requests: [write('a')], onEdit });
    await press('e');
    expect(asked).toEqual(['json {\n  "file_path": "a"\n}\n']);
    expect(screen.last).toContain('not a JSON object');
    await press('e');
    expect(answers).toEqual([
      ['a', { kind: 'confirmation', outcome: 'edited', digest: 'digest of a', args: { file_path: 'c' } }],
    ]);
  });

  it('takes a pasted reason', async () => {
    const { press, answers } = await openPanel({ requests: [write('a')] });
    await press('r');
    await press('\u001B[200~not\rnow\u001B[201~');
    await press('\r');
    expect(answers).toEqual([
      ['a', { kind: 'confirmation', outcome: 'denied', digest: 'digest of a', reason: 'not\nnow' }],
    ]);
  });
});
