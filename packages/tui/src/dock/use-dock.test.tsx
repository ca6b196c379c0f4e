import { setTimeout as pause } from 'node:timers/promises';
import type { InputAnswer, InputRequest } from '@bowline/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closePrompts, IMAGE, openPrompt, VIEW } from '../../../../tests/tui/open-prompt.tsx';

afterEach(closePrompts);

function bracketed(text: string): string {
  return `\u001b[200~${text}\u001b[201~`;
}

const ESC = '\u001b';
const UP = '\u001b[A';
const DOWN = '\u001b[B';

describe('the prompt', () => {
  it('shows what is typed, and sends it', async () => {
    const { type, frame, sent } = await openPrompt();
    expect(frame()).toBe('> Ask anything');
    await type('héllo 中文 🙂');
    expect(frame()).toBe('> héllo 中文 🙂');
    await type('\r');
    expect(sent).toEqual([{ kind: 'message', text: 'héllo 中文 🙂', typed: 'héllo 中文 🙂', images: [] }]);
    expect(frame()).toBe('> Ask anything');
  });

  it.each([
    ['Ctrl-J', ['a', '\n', 'b']],
    ['Alt-Enter', ['a', '\u001b\r', 'b']],
    ['Shift-Enter', ['a', '\u001b[13;2u', 'b']],
    ['a backslash', ['a\\', '\r', 'b']],
  ])('begins a new line by %s', async (_, parts) => {
    const { type, frame, sent } = await openPrompt();
    for (const part of parts) await type(part);
    expect(frame()).toBe('> a\n  b');
    expect(sent).toEqual([]);
  });

  it('puts the cursor of the terminal behind what was typed', async () => {
    const { type, written } = await openPrompt({}, false);
    await type('中a');
    await vi.waitFor(() => {
      expect(written.join('')).toContain('\u001b[6G'); // the sign, two cells, one cell, and the cell behind
    });
  });

  it('shows that it is for the shell', async () => {
    const { type, frame, sent } = await openPrompt();
    await type('!ls');
    expect(frame()).toBe('! ls');
    await type('\r');
    expect(sent).toEqual([{ kind: 'shell', command: 'ls' }]);
  });

  it('hands on what is not its own', async () => {
    const { type, told } = await openPrompt();
    await type('\u001b[Z');
    await type('\u000f');
    await type('\u0004');
    await type('\u0003');
    await type(ESC);
    await vi.waitFor(() => {
      expect(told).toEqual(['shift+tab', 'ctrl+o', 'leave', 'interrupt', 'escape']);
    });
  });

  it('gives the text to an editor, and takes it back', async () => {
    const { type, shows, frame } = await openPrompt();
    await type('text');
    await type('\u0018\u0005');
    await shows('> text edited');
    await type('\u001f');
    expect(frame()).toBe('> text');
  });
});

describe('text is never lost', () => {
  it('keeps it while a question has the keyboard, and when the window changes', async () => {
    const { type, frame, change } = await openPrompt();
    await type('half a thought');
    await change({ isActive: false });
    await type('y');
    await type(bracketed('not for the prompt'));
    expect(frame()).toBe('> half a thought');
    await change({ isActive: true, rows: 9, view: { ...VIEW, width: 12 } });
    expect(frame()).toBe('> half a\n  thought');
    await type('!');
    expect(frame()).toBe('> half a\n  thought!');
  });

  it('keeps it when the agent is interrupted, and finds it again when it was put aside', async () => {
    const { type, frame, told, change } = await openPrompt({ isBusy: true });
    await type('steer left');
    await type('\u0003');
    expect(frame()).toBe('> steer left');
    expect(told).toEqual(['interrupt']);
    await change({ isBusy: false });
    await type('\u0003');
    expect(frame()).toBe('> Ask anything');
    await type(UP);
    expect(frame()).toBe('> steer left');
  });

  it('goes through what was sent, of earlier sessions too, and back', async () => {
    const { type, frame, change } = await openPrompt();
    await type('now');
    await type('\r');
    await change({ history: ['long ago'] });
    await type('draft');
    await type(UP);
    expect(frame()).toBe('> now');
    await type(UP);
    expect(frame()).toBe('> long ago');
    await type(DOWN);
    await type(DOWN);
    expect(frame()).toBe('> draft');
  });

  it('takes text from others, and tells what stands there', async () => {
    const { type, shows, frame, controls } = await openPrompt();
    await type('mine');
    controls.current?.setText('yours');
    await shows('> yours');
    expect(controls.current?.text()).toBe('yours');
    await type('\u001f');
    expect(frame()).toBe('> mine');
  });
});

describe('a paste', () => {
  const large = 'all work and no play makes jack a dull boy\n'.repeat(24_400);

  it('of a megabyte is painted at once, and sent whole', async () => {
    const took: number[] = [];
    for (let round = 0; round < 3; round++) {
      const { type, frame, sent } = await openPrompt();
      const bytes = bracketed(large);
      const start = performance.now();
      for (let at = 0; at < bytes.length; at += 65_536) await type(bytes.slice(at, at + 65_536));
      expect(frame()).toBe('> [pasted 1,025 KB, 24,401 lines #1]');
      took.push(performance.now() - start);
      await type(' what is this?');
      await type('\r');
      expect(sent).toMatchObject([
        { text: `${large} what is this?`, typed: '[pasted 1,025 KB, 24,401 lines #1] what is this?' },
      ]);
    }
    expect(Math.min(...took)).toBeLessThan(2000);
  });

  it('that no marks surround sends nothing by the line breaks in it, and is sent by one at its end', async () => {
    const { type, frame, sent } = await openPrompt();
    await type(`${large.replaceAll('\n', '\r')}end`);
    expect(frame()).toBe('> [pasted 1,025 KB, 24,401 lines #1]');
    expect(sent).toEqual([]);
    const other = await openPrompt();
    await other.type('two\rlines\r');
    expect(other.sent).toMatchObject([{ text: 'two\nlines' }]);
  });

  it('of an image becomes the image, and stays a path when there is none', async () => {
    const { type, shows, sent } = await openPrompt();
    await type(bracketed('/a/shot.png'));
    await shows('> [image shot.png #1]');
    await type(' ');
    await type(bracketed('/gone.png'));
    await type('\r');
    const text = '[image shot.png #1] /gone.png';
    expect(sent).toEqual([{ kind: 'message', text, typed: text, images: [IMAGE] }]);
  });

  it('of an image comes from the clipboard with Ctrl-V', async () => {
    const { type, shows } = await openPrompt();
    await type('\u0016');
    await shows('> [image clipboard #1]');
  });
});

describe('completion', () => {
  it('offers commands, and runs the chosen one', async () => {
    const { type, frame, sent } = await openPrompt();
    await type('/');
    expect(frame()).toBe('> /\n› /help   what help does\n  /model  [name]  what model does');
    await type('h');
    expect(frame()).toBe('> /h\n› /help  what help does');
    await type('\r');
    expect(sent).toEqual([{ kind: 'command', name: 'help', words: [], line: '' }]);
  });

  it('offers what may follow a command', async () => {
    const { type, shows, frame, sent } = await openPrompt();
    await type('/mo');
    await type('\t');
    await shows('> /model\n› pro\n  flash');
    await type(DOWN);
    await type('\r');
    expect(frame()).toContain('> /model flash');
    await type('\r');
    expect(sent).toEqual([{ kind: 'command', name: 'model', words: ['flash'], line: 'flash' }]);
  });

  it('offers paths, and writes them so that they are read back', async () => {
    const { type, shows, frame } = await openPrompt();
    await type('see @my');
    await shows('> see @my\n› src/my file.ts');
    await type('\t');
    await type('now');
    expect(frame()).toBe(String.raw`> see @src/my\ file.ts now`);
  });

  it('asks once for what is typed at once, and not for what is no longer wanted', async () => {
    const asked: string[] = [];
    const aborted: string[] = [];
    const { type, shows } = await openPrompt({
      abilities: {
        completePath: async (typed, signal) => {
          asked.push(typed);
          signal.addEventListener('abort', () => aborted.push(typed));
          return await new Promise((resolve) => {
            if (typed === 'src') resolve(['src/main.ts']);
          });
        },
        edit: async () => null,
        readImage: async () => null,
      },
    });
    for (const key of '@sr') await type(key);
    await vi.waitFor(() => {
      expect(asked).toEqual(['sr']);
    });
    await type('c');
    await shows('> @src\n› src/main.ts');
    expect(aborted).toEqual(['sr']);
  });

  it('is closed by Escape, which takes no text away', async () => {
    const { type, shows, frame, told } = await openPrompt();
    await type('/he');
    await type(ESC);
    await shows('> /he');
    await type('l');
    expect(frame()).toBe('> /hel');
    expect(told).toEqual([]);
  });
});

describe('a question', () => {
  it('takes a press that waited for its repeat although the timer was early', async () => {
    const request: InputRequest = {
      kind: 'confirmation',
      inputId: 'a',
      title: 'Run it?',
      callId: 'a',
      tool: 'it',
      args: {},
      effect: 'write',
      digest: 'a',
      findings: [],
      grant: { text: 'it', rule: '', project: '/w' },
    };
    let now = 0;
    const answers: InputAnswer[] = [];
    const onAnswer = (_id: string, answer: InputAnswer): undefined => void answers.push(answer);
    const { type } = await openPrompt({ requests: [request], clock: () => now, onAnswer });
    now = 500;
    await type('\t');
    now = 1000;
    await type('p');
    now = 1400;
    await type('p');
    await pause(200); // by then the timer has run out, and the clock has not moved
    expect(answers).toEqual([]);
    now = 1600;
    await vi.waitFor(() => {
      expect(answers).toHaveLength(1);
    });
  });
});

describe('vim mode', () => {
  it('changes text by commands, and hands on Escape when there is nothing to leave', async () => {
    const { type, shows, frame, told, sent } = await openPrompt({ isVim: true });
    await type('one two');
    await type(ESC);
    await shows(': one two');
    await type('0dw');
    expect(frame()).toBe(': two');
    await type(ESC);
    await vi.waitFor(() => {
      expect(told).toEqual(['escape']);
    });
    await type('\r');
    expect(sent).toMatchObject([{ text: 'two' }]);
    await type('insert');
    expect(frame()).toBe('> insert');
  });
});
