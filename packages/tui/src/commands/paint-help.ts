import { hang, padEnd, widthOf, wrapText } from '../paint/wrap.ts';
import { cleanLine } from '../paint/clean-text.ts';
import type { Lines, View } from '../paint/view.ts';
import type { SlashCommand } from './slash-command.ts';

/** A key and what it does, as the help shows it. */
export interface HelpKey {
  readonly key: string;
  readonly does: string;
}

/** The keys of the surface. */
export const helpKeys: readonly HelpKey[] = [
  { key: 'Enter', does: 'sends; while the agent works, the message is added at its next step' },
  { key: 'Alt-Enter, Ctrl-J', does: 'new line' },
  { key: 'Esc', does: 'closes a list, puts a question off, then interrupts the agent; what you typed stays' },
  { key: 'Esc Esc', does: 'goes back to before one of your messages' },
  { key: 'Ctrl-C', does: 'clears what is typed, or interrupts the agent; twice quits' },
  { key: 'Tab', does: 'completes; else moves between your message and a question' },
  { key: '↑ ↓ Enter', does: 'with nothing typed: choose and take an answer of the question shown' },
  { key: 'y s pp aa', does: 'after Tab: allow once, for this session, in this project, everywhere' },
  { key: 'n r e w', does: 'after Tab: deny, deny with a reason, edit first, show everything' },
  { key: '1-9, ← →', does: 'after Tab: pick an answer; previous or next question' },
  { key: 'Shift-Tab', does: 'changes the mode' },
  { key: 'Ctrl-P', does: 'searches commands, modes and sessions' },
  { key: 'Ctrl-O', does: 'expands what is folded' },
  { key: 'Ctrl-T', does: 'hides or shows the list of steps' },
  { key: 'Ctrl-R', does: 'searches what you typed before' },
  { key: 'Ctrl-G', does: 'opens what you type in your editor' },
  { key: 'Ctrl-V', does: 'pastes an image from the clipboard' },
  { key: '?', does: 'shows this, where nothing is typed yet' },
  { key: '@', does: 'adds a file' },
  { key: '!', does: 'runs a shell command' },
  { key: '/', does: 'runs one of the commands below' },
];

/** Commands and keys, a row each or more. */
export function paintHelp(commands: readonly SlashCommand[], view: View, keys: readonly HelpKey[] = helpKeys): Lines {
  const rows = commands.map(({ name, aliases = [], parameters, summary, source }) => {
    const others = aliases.length === 0 ? '' : ` (also ${aliases.map((alias) => `/${alias}`).join(', ')})`;
    const from = source === undefined ? '' : ` [${source}]`;
    const key = cleanLine(`/${name}${parameters === undefined ? '' : ` ${parameters}`}`);
    return { key, does: cleanLine(`${summary}${others}${from}`) };
  });
  return [
    view.theme.heading('Keys'),
    ...paintPairs(keys, view),
    '',
    view.theme.heading('Commands'),
    ...paintPairs(rows, view),
  ];
}

/** Two columns where there is room for both, and else one below the other. */
function paintPairs(pairs: readonly HelpKey[], { theme, width, isScreenReader }: View): Lines {
  if (isScreenReader) return pairs.flatMap(({ key, does }) => wrapText(`${key}: ${does}`, width));
  const column = Math.min(Math.max(...pairs.map(({ key }) => widthOf(key)), 0), Math.floor(width * 0.4)) + 2;
  return pairs.flatMap(({ key, does }) => {
    const rest = wrapText(does, Math.max(1, width - column - 2));
    if (widthOf(key) + 2 <= column) return hang(`  ${theme.accent(padEnd(key, column))}`, rest);
    return [...hang('  ', wrapText(theme.accent(key), width - 2)), ...hang(' '.repeat(column + 2), rest)];
  });
}
