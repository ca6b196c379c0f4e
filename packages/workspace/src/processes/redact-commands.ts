import { readFileSync, writeFileSync } from 'node:fs';
import type { CommandEnd, WorkspaceCommand, WorkspaceCommands } from '../workspace.ts';

/** Removes secrets from command output. */
export interface OutputRedaction {
  /** Returns the same string if it contains no secret. */
  readonly whole: (text: string) => string;
  /** For one output in chunks: also removes a secret that is split between them. */
  readonly pieces: () => (piece: string) => string;
  /** The literal forms of the secrets, which are never written to an output file. */
  readonly spellings: readonly string[];
}

/**
 * Wraps commands: their output is redacted before it is read, and their output file after they ended, unless it is on
 * another machine.
 */
export function redactCommands(
  commands: WorkspaceCommands,
  redaction: OutputRedaction,
  { hasFiles = true }: { readonly hasFiles?: boolean } = {},
): WorkspaceCommands {
  const toRedacted = (command: WorkspaceCommand): WorkspaceCommand => ({
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
    ended: command.ended.then((end) => redactEnd(end, redaction.whole, hasFiles)),
    write: command.write,
    kill: command.kill,
    leave: command.leave,
  });
  return {
    ...(commands.prepare === undefined ? {} : { prepare: commands.prepare }),
    start: async (spec) => toRedacted(await commands.start(spec)),
    find: async (key) => {
      const found = await commands.find(key);
      return found === undefined ? undefined : toRedacted(found);
    },
    background: () => commands.background(),
    recent: async (key) => redaction.whole(await commands.recent(key)),
  };
}

function redactEnd(end: CommandEnd, redact: OutputRedaction['whole'], hasFiles: boolean): CommandEnd {
  const [head, tail] = [redact(end.head), redact(end.tail)];
  const isWhole = end.tail === '' && end.omittedBytes === 0;
  if (hasFiles && (head !== end.head || tail !== end.tail || !isWhole)) redactFile(end.outputPath, redact);
  return head === end.head && tail === end.tail ? end : { ...end, head, tail };
}

function redactFile(path: string, redact: OutputRedaction['whole']): void {
  try {
    const text = readFileSync(path, 'utf8');
    const redacted = redact(text);
    if (redacted !== text) writeFileSync(path, redacted, { mode: 0o600 });
  } catch {
    // There was no output, or the file was removed.
  }
}
