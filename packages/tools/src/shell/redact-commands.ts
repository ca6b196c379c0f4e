import { readFileSync, writeFileSync } from 'node:fs';
import type { CommandEnd, HostCommand, HostCommands } from '../tool-host.ts';

/** Leaves secrets out of what commands print. */
export interface OutputRedaction {
  /** The very same text when there is none in it. */
  readonly whole: (text: string) => string;
  /** For one output that comes in pieces: a secret that is cut by them is left out as well. */
  readonly pieces: () => (piece: string) => string;
  /** Secrets in the forms that are looked for as they are: not written to the file of an output in the first place. */
  readonly spellings: readonly string[];
}

/** The same commands, whose output is redacted before anybody hears or reads it, in its file too once they have ended. */
export function redactCommands(commands: HostCommands, redaction: OutputRedaction): HostCommands {
  const toRedacted = (command: HostCommand): HostCommand => ({
    get pid() {
      return command.pid;
    },
    get hasTerminal() {
      return command.hasTerminal;
    },
    onOutput: (listener) => {
      const redact = redaction.pieces();
      command.onOutput((piece) => {
        const text = redact(piece);
        if (text !== '') listener(text);
      });
    },
    onWaiting: command.onWaiting,
    ended: command.ended.then((end) => redactEnd(end, redaction.whole)),
    write: command.write,
    kill: command.kill,
    leave: command.leave,
  });
  return {
    start: async (spec) => toRedacted(await commands.start(spec)),
    find: async (key) => {
      const found = await commands.find(key);
      return found === undefined ? undefined : toRedacted(found);
    },
    background: () => commands.background(),
    recent: async (key) => redaction.whole(await commands.recent(key)),
  };
}

function redactEnd(end: CommandEnd, redact: OutputRedaction['whole']): CommandEnd {
  const [head, tail] = [redact(end.head), redact(end.tail)];
  const isWhole = end.tail === '' && end.omittedBytes === 0;
  if (head !== end.head || tail !== end.tail || !isWhole) redactFile(end.outputPath, redact);
  return head === end.head && tail === end.tail ? end : { ...end, head, tail };
}

function redactFile(path: string, redact: OutputRedaction['whole']): void {
  try {
    const text = readFileSync(path, 'utf8');
    const redacted = redact(text);
    if (redacted !== text) writeFileSync(path, redacted, { mode: 0o600 });
  } catch {
    // It printed nothing, or its file was removed.
  }
}
