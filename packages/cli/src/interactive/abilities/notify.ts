import { spawn } from 'node:child_process';
import { replaceControls, showInvisibles } from '@bowline/protocol/plain';
import type { Preferences } from '@bowline/tui';

/** What notifications need. */
export interface NotifyPlaces {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly write: (sequence: string) => void;
  readonly now: () => number;
  /** The escape sequence for notifications of the terminal. */
  readonly dialect: 'osc9' | 'osc777';
}

/** The shortest time between notifications. */
const PAUSE_MS = 2000;

/** Notifies the user by the preferred method. */
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

/** A terminal without support shows nothing; the bell is for those. */
function toSequence(title: string, text: string, { env, dialect }: NotifyPlaces): string {
  const sequence =
    dialect === 'osc777'
      ? `\u001B]777;notify;${title.replaceAll(';', ',')};${text.replaceAll(';', ',')}\u0007`
      : `\u001B]9;${toMessage(`${title}: ${text}`)}\u0007`;
  const passed =
    env['TMUX'] === undefined ? sequence : `\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;
  return `\u0007${passed}`;
}

/** Text of a model or a tool must not end the sequence or start another one. */
function toPlain(text: string): string {
  return showInvisibles(replaceControls(text, () => ' ').replaceAll(/ {2,}/g, ' '))
    .slice(0, 200)
    .toWellFormed();
}

/** Some terminals interpret a leading number as a command, such as progress or a program to start. */
function toMessage(text: string): string {
  return /^\s*\d/.test(text) ? `Bowline: ${text}` : text;
}

function tellDesktop(title: string, text: string, { platform, env }: NotifyPlaces): void {
  const [program = '', ...args] =
    platform === 'darwin'
      ? ['osascript', '-e', `display notification ${quote(text)} with title ${quote(title)}`]
      : ['notify-send', '--app-name=bowline', '--', title, text];
  const child = spawn(program, args, { env, stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // the program is not installed
  child.unref();
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
