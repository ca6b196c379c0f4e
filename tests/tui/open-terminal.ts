import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a program is started in a terminal. */
export interface TerminalOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing but the temporary folder is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** A real terminal (tmux), used like a person would. */
export interface Terminal {
  /** Keys by tmux name: `Enter`, `Escape`, `C-c`, `Up`, `M-Enter`. */
  press(...keys: readonly string[]): void;
  /** Characters, as if typed. */
  type(text: string): void;
  /** Types into the prompt, waits until the text is visible, and presses Enter. */
  enter(text: string): Promise<void>;
  /** Waits as long as a person takes to read a question: it ignores keys that arrive earlier. */
  read(): Promise<void>;
  /** Focuses the question, reads it, then presses the keys. */
  answer(...keys: readonly string[]): Promise<void>;
  /** Pastes like a terminal, bracketed if the program enabled that. */
  paste(text: string): void;
  /** The visible text; with `colours`, including escape sequences; with `joined`, rows that wrapped are one row. */
  screen(look?: { readonly colours?: boolean; readonly joined?: boolean }): string;
  /** The screen and its scrollback. */
  all(look?: { readonly colours?: boolean }): string;
  /** Resolves to the screen once it shows this. On timeout, fails with the current screen. */
  shows(what: string | RegExp, within?: { readonly ms?: number; readonly all?: boolean }): Promise<string>;
  /** The same for text that must disappear. */
  hides(what: string | RegExp, within?: { readonly ms?: number }): Promise<string>;
  resize(columns: number, rows: number): void;
  /** Records every byte that the program writes from now on. Call the result to get them. */
  record(): () => string;
  /** Where the cursor is. Null if it is hidden. */
  cursor(): { readonly column: number; readonly row: number } | null;
  /** The process in the terminal. */
  pid(): number;
  /** Resolves to the exit code once the program has ended. */
  ended(within?: { readonly ms?: number }): Promise<number>;
  /** Starts another program in the same terminal, below the current output. */
  start(command: readonly string[]): void;
  close(): void;
}

const PATIENCE_MS = 30_000;
/** How long the exit code of a program may take after its end. */
const LATE_MS = 3000;
const LOOK_MS = 30;
/** Longer than a question takes to accept keys. */
const READ_MS = 600;

/** Opens an isolated terminal: no settings, keys or sessions of the installed tmux apply. */
export function openTerminal({ command, cwd, env, columns = 100, rows = 30 }: TerminalOptions): Terminal {
  const socket = `bowline-${randomUUID().slice(0, 8)}`;
  const tmux = (args: readonly string[], input?: string): string => {
    const { status, stdout, stderr } = spawnSync('tmux', ['-L', socket, ...args], {
      encoding: 'utf8',
      env: { TMPDIR: tmpdir(), ...env, TERM: 'xterm-256color', TMUX_TMPDIR: tmpdir() },
      ...(input === undefined ? {} : { input }),
      maxBuffer: 256 * 1024 * 1024,
    });
    if (status !== 0) throw new Error(`tmux ${args[0] ?? ''}: ${stderr}`);
    return stdout;
  };
  tmux(['-f', '/dev/null', ...newSession(command, { cwd, columns, rows })]);
  for (const [name, value] of settings) tmux(['set-option', '-g', name, value]);

  const files: string[] = [];
  const capture = (args: readonly string[], colours = false): string =>
    tmux(['capture-pane', '-p', ...(colours ? ['-e'] : []), ...args]).trimEnd();
  const screen: Terminal['screen'] = ({ colours, joined } = {}) => capture(joined === true ? ['-J'] : [], colours);
  const all: Terminal['all'] = ({ colours } = {}) => capture(['-S', '-'], colours);
  const until = async (isRight: (shown: string) => boolean, look: () => string, ms: number): Promise<string> => {
    const end = performance.now() + ms;
    for (;;) {
      const shown = look();
      if (isRight(shown)) return shown;
      if (performance.now() > end) throw new Error(`not within ${ms} ms; the screen shows:\n${shown}`);
      await sleep(LOOK_MS);
    }
  };
  const press: Terminal['press'] = (...keys) => void tmux(['send-keys', ...keys]);
  const type: Terminal['type'] = (text) => void tmux(['send-keys', '-l', '--', text]);
  const read: Terminal['read'] = async () => {
    await sleep(READ_MS);
  };
  return {
    press,
    type,
    enter: async (text) => {
      type(text);
      await until((shown) => isTyped(shown, text), screen, PATIENCE_MS).catch(because(`${text} was not typed`));
      press('Enter');
    },
    read,
    answer: async (...keys) => {
      press('Tab');
      await read();
      press(...keys);
    },
    paste: (text) => {
      tmux(['load-buffer', '-'], text);
      tmux(['paste-buffer', '-p', '-r']);
    },
    screen,
    all,
    shows: (what, { ms = PATIENCE_MS, all: isAll = false } = {}) =>
      until((shown) => holds(shown, what), isAll ? all : screen, ms).catch(because(`${String(what)} did not come`)),
    hides: (what, { ms = PATIENCE_MS } = {}) =>
      until((shown) => !holds(shown, what), screen, ms).catch(because(`${String(what)} did not go`)),
    resize: (width, height) => void tmux(['resize-window', '-x', String(width), '-y', String(height)]),
    record: () => {
      const file = join(tmpdir(), `${socket}.bytes`);
      tmux(['pipe-pane', '-o', `exec cat > ${quote(file)}`]);
      files.push(file);
      return () => readFileSync(file, 'utf8');
    },
    cursor: () => {
      const [flag, x, y] = tmux(['display-message', '-p', '#{cursor_flag} #{cursor_x} #{cursor_y}']).split(' ');
      return flag === '1' ? { column: Number(x), row: Number(y) } : null;
    },
    pid: () => Number(tmux(['display-message', '-p', '#{pane_pid}'])),
    ended: async ({ ms = PATIENCE_MS } = {}) => {
      const look = (): string => tmux(['display-message', '-p', '#{pane_dead}:#{pane_dead_status}']).trim();
      await until((state) => state.startsWith('1:'), look, ms);
      // The code may come later than the end, and much later on a busy machine. A killed program has none.
      const state = await until((now) => now !== '1:', look, LATE_MS).catch(() => '1:');
      return Number(state.slice('1:'.length));
    },
    start: (next) => void tmux(['respawn-pane', '-k', ...next.map(quote)]),
    close: () => {
      spawnSync('tmux', ['-L', socket, 'kill-server'], { env: { ...env, TMUX_TMPDIR: tmpdir() } });
      for (const file of files) rmSync(file, { force: true });
    },
  };
}

const settings: readonly (readonly [string, string])[] = [
  ['remain-on-exit', 'on'],
  ['history-limit', '50000'],
  ['default-terminal', 'tmux-256color'],
  // Recognizes a lone Escape at once.
  ['escape-time', '0'],
  ['status', 'off'],
];

function newSession(
  command: readonly string[],
  { cwd, columns, rows }: { readonly cwd: string; readonly columns: number; readonly rows: number },
): readonly string[] {
  // The program starts after the settings are applied, so that its end stays on the screen.
  const line = `sleep 0.1; exec ${command.map(quote).join(' ')}`;
  return ['new-session', '-d', '-x', String(columns), '-y', String(rows), '-c', cwd, line];
}

function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** True if the last word is at the end of a prompt row. */
function isTyped(shown: string, text: string): boolean {
  const last = text.replace(/^!/, '').split(' ').at(-1) ?? '';
  return shown.split('\n').some((row) => /^(?:[│|] [❯>!]|Message:|[│|]  ) /.test(row) && row.endsWith(last));
}

function holds(shown: string, what: string | RegExp): boolean {
  return typeof what === 'string' ? shown.includes(what) : what.test(shown);
}

function because(reason: string): (thrown: unknown) => never {
  return (thrown) => {
    throw new Error(`${reason} ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  };
}
