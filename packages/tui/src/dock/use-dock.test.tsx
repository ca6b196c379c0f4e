import type { InputAnswer, InputRequest } from '@bowline/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closePrompts, IMAGE, openPrompt, VIEW } from '../../../../tests/tui/open-prompt.tsx';

afterEach(() => {
  vi.useRealTimers();
  closePrompts();
});

function bracketed(text: string): string {
  return `\u001b[200~${text}\u001b[201~`;
}

const ESC = '\u001b';
const UP = '\u001b[A';
const DOWN = '\u001b[B';

describe('the prompt', () => {
  it('shows and sends typed text', async () => {
    const { type, frame, sent } = await openPrompt();
    expect(frame()).toBe('❯ Ask anything');
    await type('héllo 中文 🙂');
    expect(frame()).toBe('❯ héllo 中文 🙂');
    await type('\r');
    expect(sent).toEqual([{ kind: 'message', text: 'héllo 中文 🙂', typed: 'héllo 中文 🙂', images: [] }]);
    expect(frame()).toBe('❯ Ask anything');
  });

  it.each([
    ['Ctrl-J', ['a', '\n', 'b']],
    ['Alt-Enter', ['a', '\u001b\r', 'b']],
    ['Shift-Enter', ['a', '\u001b[13;2u', 'b']],
    ['a backslash', ['a\\', '\r', 'b']],
  ])('starts a new line with %s', async (_, parts) => {
    const { type, frame, sent } = await openPrompt();
    for (const part of parts) await type(part);
    expect(frame()).toBe('❯ a\n  b');
    expect(sent).toEqual([]);
  });

  it('places the terminal cursor after the typed text', async () => {
    const { type, written } = await openPrompt({}, false);
    await type('中a');
    await vi.waitFor(() => {
      expect(written.join('')).toContain('\u001b[6G'); // the prompt (two cells), two cells, one cell, the next cell
    });
  });

  it('shows that the line is for the shell', async () => {
    const { type, frame, sent } = await openPrompt();
    await type('!ls');
    expect(frame()).toBe('! ls');
    await type('\r');
    expect(sent).toEqual([{ kind: 'shell', command: 'ls' }]);
  });

  it('passes on keys that it does not use', async () => {
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

  it('opens the text in an editor and takes the edited text', async () => {
    const { type, shows, frame } = await openPrompt();
    await type('text');
    await type('\u0018\u0005');
    await shows('❯ text edited');
    await type('\u001f');
    expect(frame()).toBe('❯ text');
  });
});

describe('typed text', () => {
  it('is kept while a question has the keyboard and when the window size changes', async () => {
    const { type, frame, change } = await openPrompt();
    await type('half a thought');
    await change({ isActive: false });
    await type('y');
    await type(bracketed('not for the prompt'));
    expect(frame()).toBe('❯ half a thought');
    await change({ isActive: true, rows: 9, view: { ...VIEW, width: 12 } });
    expect(frame()).toBe('❯ half a\n  thought');
    await type('!');
    expect(frame()).toBe('❯ half a\n  thought!');
  });

  it('is cleared before the agent is interrupted, and can be recalled', async () => {
    const { type, frame, told } = await openPrompt();
    await type('steer left');
    await type('\u0003');
    expect(frame()).toBe('❯ Ask anything');
    expect(told).toEqual([]);
    await type('\u0003');
    expect(told).toEqual(['interrupt']);
    await type(UP);
    expect(frame()).toBe('❯ steer left');
  });

  it('can be recalled from history, including that of earlier sessions', async () => {
    const { type, frame, change } = await openPrompt();
    await type('now');
    await type('\r');
    await change({ history: ['long ago'] });
    await type('draft');
    await type(UP);
    expect(frame()).toBe('❯ now');
    await type(UP);
    expect(frame()).toBe('❯ long ago');
    await type(DOWN);
    await type(DOWN);
    expect(frame()).toBe('❯ draft');
  });

  it('can be set and read by other components', async () => {
    const { type, shows, frame, controls } = await openPrompt();
    await type('mine');
    controls.current?.setText('yours');
    await shows('❯ yours');
    expect(controls.current?.text()).toBe('yours');
    await type('\u001f');
    expect(frame()).toBe('❯ mine');
  });

  it('goes to the history when another component starts a new one', async () => {
    const { type, shows, frame, controls } = await openPrompt();
    await type('mine');
    controls.current?.restart('yours');
    await shows('❯ yours');
    await type(UP);
    expect(frame()).toBe('❯ mine');
  });
});

describe('a paste', () => {
  const large = 'all work and no play makes jack a dull boy\n'.repeat(24_400);

  it('of a megabyte is painted quickly and sent completely', async () => {
    const took: number[] = [];
    for (let round = 0; round < 3; round++) {
      const { type, frame, sent } = await openPrompt();
      const bytes = bracketed(large);
      const start = performance.now();
      for (let at = 0; at < bytes.length; at += 65_536) await type(bytes.slice(at, at + 65_536));
      expect(frame()).toBe('❯ [pasted 1,025 KB, 24,401 lines #1]');
      took.push(performance.now() - start);
      await type(' what is this?');
      await type('\r');
      expect(sent).toMatchObject([
        { text: `${large} what is this?`, typed: '[pasted 1,025 KB, 24,401 lines #1] what is this?' },
      ]);
    }
    expect(Math.min(...took)).toBeLessThan(2000);
  });

  it('without bracketed paste is not sent by line breaks in it, only by one at its end', async () => {
    const { type, frame, sent } = await openPrompt();
    await type(`${large.replaceAll('\n', '\r')}end`);
    expect(frame()).toBe('❯ [pasted 1,025 KB, 24,401 lines #1]');
    expect(sent).toEqual([]);
    const other = await openPrompt();
    await other.type('two\rlines\r');
    expect(other.sent).toMatchObject([{ text: 'two\nlines' }]);
  });

  it.each([
    ['bracketed', bracketed],
    ['at once', (text: string) => text],
    ['with a line break', (text: string) => `${text}\r`],
  ])('of an API key, %s, is not added, and says what to do', async (_, toBytes) => {
    const key = `AIzaSyD-${'x'.repeat(31)}`;
    const { type, frame, sent, told, written } = await openPrompt();
    await type('before ');
    await type(toBytes(key));
    expect(frame()).toBe('❯ before');
    expect(told).toEqual([expect.stringContaining('/auth set gemini')]);
    expect(sent).toEqual([]);
    expect(written.join('')).not.toContain(key.slice(0, 10));
  });

  it('of an image path becomes the image, or stays a path if there is no image', async () => {
    const { type, shows, sent } = await openPrompt();
    await type(bracketed('/a/shot.png'));
    await shows('❯ [image shot.png #1]');
    await type(' ');
    await type(bracketed('/gone.png'));
    await type('\r');
    const text = '[image shot.png #1] /gone.png';
    expect(sent).toEqual([{ kind: 'message', text, typed: text, images: [IMAGE] }]);
  });

  it('of an image comes from the clipboard with Ctrl-V', async () => {
    const { type, shows } = await openPrompt();
    await type('\u0016');
    await shows('❯ [image clipboard #1]');
  });
});

describe('completion', () => {
  it('offers commands and runs the chosen one', async () => {
    const { type, frame, sent } = await openPrompt();
    await type('/');
    expect(frame()).toBe('❯ /help       what help does\n  /model      what model does                     [name]\n❯ /');
    await type('h');
    expect(frame()).toBe('❯ /help       what help does\n❯ /h');
    await type('\r');
    expect(sent).toEqual([{ kind: 'command', name: 'help', words: [], line: '' }]);
  });

  it('offers arguments of a command', async () => {
    const { type, shows, frame, sent } = await openPrompt();
    await type('/mo');
    await type('\t');
    await shows('❯ pro\n  flash\n❯ /model');
    await type(DOWN);
    await type('\r');
    expect(frame()).toContain('❯ /model flash');
    await type('\r');
    expect(sent).toEqual([{ kind: 'command', name: 'model', words: ['flash'], line: 'flash' }]);
  });

  it('offers paths and escapes them so that they parse back', async () => {
    const { type, shows, frame } = await openPrompt();
    await type('see @my');
    await shows('❯ src/my file.ts\n❯ see @my');
    await type('\t');
    await type('now');
    expect(frame()).toBe(String.raw`❯ see @src/my\ file.ts now`);
  });

  it('sends one request for a word typed at once, and cancels stale requests', async () => {
    const asked: string[] = [];
    const aborted: string[] = [];
    const { type, shows } = await openPrompt({
      abilities: {
        completePath: async (typed, signal) => {
          asked.push(typed);
          signal.addEventListener('abort', () => aborted.push(typed));
          return await new Promise((resolve) => {
            if (typed === 'src') resolve({ values: ['src/main.ts'], notes: {}, all: 1 });
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
    await shows('❯ src/main.ts\n❯ @src');
    expect(aborted).toEqual(['sr']);
  });

  it('is closed by Escape, which removes no text', async () => {
    const { type, shows, frame, told } = await openPrompt();
    await type('/he');
    await type(ESC);
    await shows('❯ /he');
    await type('l');
    expect(frame()).toBe('❯ /hel');
    expect(told).toEqual([]);
  });
});

describe('a question', () => {
  it('takes a repeated press even if the timer fires early', async () => {
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
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
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
    await vi.advanceTimersByTimeAsync(200); // the timer has fired by now, but the clock has not moved
    expect(answers).toEqual([]);
    now = 1600;
    await vi.advanceTimersByTimeAsync(200);
    expect(answers).toHaveLength(1);
  });
});

describe('vim mode', () => {
  it('edits text by commands, and passes on Escape in normal mode', async () => {
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
    expect(frame()).toBe('❯ insert');
  });
});
