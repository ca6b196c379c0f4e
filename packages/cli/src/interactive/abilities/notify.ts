import { spawn } from 'node:child_process';
import { showInvisibles } from '@bowline/protocol/plain';
import type { Preferences } from '@bowline/tui';

/** How a person can be told something. */
export interface NotifyPlaces {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly write: (sequence: string) => void;
  readonly now: () => number;
  /** In which words the terminal is told, where it is the terminal that tells. */
  readonly dialect: 'osc9' | 'osc777';
}

/** Nobody has to be told twice at once. */
const PAUSE_MS = 2000;

/** Tells a person who looks elsewhere, in the way they prefer. */
export function createNotify(
  preferred: () => Preferences['notifications'],
  places: NotifyPlaces,
): (title: string, text: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (title, text) => {
    const way = preferred();
    if (way === 'off' || places.now() - last < PAUSE_MS) return;
    last = places.now();
    if (way === 'desktop') tellDesktop(toPlain(title), toPlain(text), places);
    else places.write(way === 'bell' ? '\u0007' : toSequence(toPlain(title), toPlain(text), places));
  };
}

/** A terminal that does not know it shows nothing; the bell is for those. */
function toSequence(title: string, text: string, { env, dialect }: NotifyPlaces): string {
  const sequence =
    dialect === 'osc777'
      ? `\u001B]777;notify;${title.replaceAll(';', ',')};${text.replaceAll(';', ',')}\u0007`
      : `\u001B]9;${toMessage(`${title}: ${text}`)}\u0007`;
  const passed =
    env['TMUX'] === undefined ? sequence : `\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;
  return `\u0007${passed}`;
}

/** What a model or a tool has written must not end the sequence, or begin another one. */
function toPlain(text: string): string {
  return showInvisibles(text.replaceAll(/[\u0000-\u001F\u007F-\u009F]+/g, ' '))
    .slice(0, 200)
    .toWellFormed();
}

/** A number at the beginning is a command to some terminals: progress, a working directory, a program to start. */
function toMessage(text: string): string {
  return /^\s*\d/.test(text) ? `Bowline: ${text}` : text;
}

function tellDesktop(title: string, text: string, { platform, env }: NotifyPlaces): void {
  const [program = '', ...args] =
    platform === 'darwin'
      ? ['osascript', '-e', `display notification ${quote(text)} with title ${quote(title)}`]
      : ['notify-send', '--app-name=bowline', '--', title, text];
  const child = spawn(program, args, { env, stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // there is no such program: nobody is told
  child.unref();
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
