import { hang, padEnd, widthOf, wrapText } from '../paint/layout/wrap.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import type { SlashCommand } from '../host/slash-command.ts';
import { toSpokenWords } from '../texts/to-spoken-words.ts';
import { helpKeys, helpTexts, type HelpKey } from '../texts/command-texts.ts';

/** Paints the commands and keys. */
export function paintHelp(commands: readonly SlashCommand[], view: View, keys: readonly HelpKey[] = helpKeys): Lines {
  const rows = commands.map(({ name, aliases = [], parameters, summary, source }) => {
    const others = aliases.length === 0 ? '' : helpTexts.aliases(aliases);
    const from = source === undefined ? '' : ` [${source}]`;
    const key = cleanLine(`/${name}${parameters === undefined ? '' : ` ${parameters}`}`);
    return { key, does: cleanLine(`${summary}${others}${from}`) };
  });
  return [
    view.theme.heading(helpTexts.keys),
    ...paintPairs(keys, view),
    '',
    view.theme.heading(helpTexts.commands),
    ...paintPairs(rows, view),
  ];
}

/** Two columns if there is room, otherwise one below the other. */
function paintPairs(pairs: readonly HelpKey[], { theme, width, isScreenReader }: View): Lines {
  if (isScreenReader) return pairs.flatMap(({ key, does }) => wrapText(toSpokenWords(`${key}: ${does}`), width));
  const column = Math.min(Math.max(...pairs.map(({ key }) => widthOf(key)), 0), Math.floor(width * 0.4)) + 2;
  return pairs.flatMap(({ key, does }) => {
    const rest = wrapText(does, Math.max(1, width - column - 2));
    if (widthOf(key) + 2 <= column) return hang(`  ${theme.accent(padEnd(key, column))}`, rest);
    return [...hang('  ', wrapText(theme.accent(key), width - 2)), ...hang(' '.repeat(column + 2), rest)];
  });
}
