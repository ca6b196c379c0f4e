import type { ApprovalMode } from '@bowline/protocol';
import { approvalModes } from '@bowline/protocol/plain';
import { useMemo, type ReactElement } from 'react';
import { ChoiceList } from '../browsers/choice-list.tsx';
import { describeAge } from '../browsers/describe-age.ts';
import type { ListRow } from '../browsers/paint-list.ts';
import { useOnce } from '../browsers/use-once.ts';
import type { ListedSession, TuiAbilities } from '../host.ts';
import type { View } from '../paint/view.ts';
import { modeSummaries } from './built-in-commands.ts';
import type { SlashCommand } from './slash-command.ts';

/** Something that can be gone to by its name. */
export type PaletteEntry =
  | { readonly kind: 'command'; readonly command: SlashCommand }
  | { readonly kind: 'mode'; readonly mode: ApprovalMode }
  | { readonly kind: 'session'; readonly session: ListedSession };

export interface CommandPaletteProps {
  readonly commands: readonly SlashCommand[];
  readonly sessions: TuiAbilities['sessions'];
  readonly view: View;
  readonly rows: number;
  readonly isActive: boolean;
  readonly onChoose: (entry: PaletteEntry) => void;
  readonly onLeave: () => void;
}

/** Finds commands, modes and sessions by a few letters. */
export function CommandPalette(props: CommandPaletteProps): ReactElement {
  const { commands, view, rows, isActive, onChoose, onLeave } = props;
  // Until they are known, and when they cannot be, there are commands and modes.
  const sessions = useOnce(props.sessions).value ?? NONE;
  const entries = useMemo(() => toEntries(commands, sessions), [commands, sessions]);
  return (
    <ChoiceList
      title="Go to"
      items={entries}
      textOf={entryText}
      rowOf={(entry) => entryRow(entry, view.now)}
      view={view}
      rows={rows}
      isActive={isActive}
      searchesAtOnce
      empty="Nothing is called that."
      hint="type to search · Enter goes · Esc leaves"
      onChoose={onChoose}
      onLeave={onLeave}
    />
  );
}

/** Commands first, then modes, then sessions, as long as nothing is searched. */
export function toEntries(
  commands: readonly SlashCommand[],
  sessions: readonly ListedSession[],
): readonly PaletteEntry[] {
  return [
    ...commands.map((command) => ({ kind: 'command', command }) as const),
    ...approvalModes.map((mode) => ({ kind: 'mode', mode }) as const),
    ...sessions.map((session) => ({ kind: 'session', session }) as const),
  ];
}

function entryText(entry: PaletteEntry): string {
  switch (entry.kind) {
    case 'command':
      return `/${entry.command.name} ${(entry.command.aliases ?? []).join(' ')} ${entry.command.summary}`;
    case 'mode':
      return `mode ${entry.mode} ${modeSummaries[entry.mode]}`;
    case 'session':
      return `${entry.session.title} ${entry.session.folder}`;
  }
}

function entryRow(entry: PaletteEntry, now: number): ListRow {
  switch (entry.kind) {
    case 'command':
      return { text: `/${entry.command.name}  ${entry.command.summary}`, note: entry.command.source ?? 'command' };
    case 'mode':
      return { text: `${entry.mode}  ${modeSummaries[entry.mode]}`, note: 'mode' };
    case 'session':
      return { text: entry.session.title, note: `session · ${describeAge(entry.session.updatedAt, now)}` };
  }
}

const NONE: readonly ListedSession[] = [];
