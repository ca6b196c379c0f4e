import { stripVTControlCharacters } from 'node:util';
import type { ContentPart } from '@bowline/protocol';
import type { ShellOutcome } from '@bowline/tui';

/** What of a command's output the agent is told. */
const LONGEST = 20_000;
/** And of so many commands. */
const COUNT = 10;

/** What the person's own commands printed since the agent was last spoken to. */
export interface ShellNotes {
  readonly add: (command: string, outcome: ShellOutcome) => void;
  /** Told once: with the next message. */
  readonly take: () => readonly ContentPart[];
}

/** Keeps what commands printed until there is a message to tell it with. */
export function createShellNotes(): ShellNotes {
  let notes: string[] = [];
  return {
    add: (command, outcome) => {
      notes = [...notes, describe(command, outcome)].slice(-COUNT);
    },
    take: () => {
      if (notes.length === 0) return [];
      const text = `\n\nBefore this message the person ran commands of their own:\n\n${notes.join('\n\n')}`;
      notes = [];
      return [{ type: 'text', text }];
    },
  };
}

function describe(command: string, { output, exitCode }: ShellOutcome): string {
  const plain = stripVTControlCharacters(output).trimEnd();
  const cut = plain.length > LONGEST ? `(the beginning is left out)\n${plain.slice(-LONGEST)}` : plain;
  const end = exitCode === 0 ? '' : `\n(${exitCode === null ? 'stopped' : `exit code ${exitCode}`})`;
  return `$ ${command}\n${cut}${end}`;
}
