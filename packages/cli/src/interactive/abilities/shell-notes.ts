import { stripVTControlCharacters } from 'node:util';
import type { ContentPart } from '@bowline/protocol';
import type { ShellOutcome } from '@bowline/tui';

/** The longest part of a command's output for the agent, in characters. */
const LONGEST = 20_000;
/** The largest number of commands. */
const COUNT = 10;

/** The output of `!` commands since the last message. */
export interface ShellNotes {
  readonly add: (command: string, outcome: ShellOutcome) => void;
  /** Returns the output once, for the next message. */
  readonly take: () => readonly ContentPart[];
}

/** Keeps the output of commands for the next message. */
export function createShellNotes(): ShellNotes {
  let notes: string[] = [];
  return {
    add: (command, outcome) => {
      notes = [...notes, describe(command, outcome)].slice(-COUNT);
    },
    take: () => {
      if (notes.length === 0) return [];
      const text = `\n\nBefore this message, the user ran these commands:\n\n${notes.join('\n\n')}`;
      notes = [];
      return [{ type: 'text', text }];
    },
  };
}

function describe(command: string, { output, exitCode }: ShellOutcome): string {
  const plain = stripVTControlCharacters(output).trimEnd();
  const cut = plain.length > LONGEST ? `(beginning omitted)\n${plain.slice(-LONGEST)}` : plain;
  const end = exitCode === 0 ? '' : `\n(${exitCode === null ? 'stopped' : `exit code ${exitCode}`})`;
  return `$ ${command}\n${cut}${end}`;
}
