import type { Lines, View } from '../paint/view.ts';

/** The end of what is alive, as much as there is room for, below a row that says how much is missing. */
export function clipLive(lines: Lines, room: number, { theme }: Pick<View, 'theme'>): Lines {
  if (room <= 0) return [];
  if (lines.length <= room) return lines;
  const hidden = lines.length - room + 1;
  const told = theme.dim(`… ${hidden} ${hidden === 1 ? 'row' : 'rows'} above`);
  return [told, ...lines.slice(hidden)].slice(0, room);
}
