import type { ApprovalMode } from '@bowline/protocol';
import { approvalModes } from '@bowline/protocol/plain';
import { useMemo, type ReactElement } from 'react';
import { ChoiceList } from '../lists/choice-list.tsx';
import type { ListRow } from '../lists/paint-list.ts';
import { useOnce } from '../lists/use-once.ts';
import type { ListedSession, TuiAbilities } from '../host/tui-host.ts';
import type { View } from '../paint/layout/view.ts';
import { modeSummaries } from '../texts/modes.ts';
import type { SlashCommand } from '../host/slash-command.ts';
import { describeAge, paletteTexts } from '../texts/panel-texts.ts';

/** A command, mode or session that can be found by name. */
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
  // While sessions are loading, or if that fails, only commands and modes are listed.
  const sessions = useOnce(props.sessions).value ?? NONE;
  const entries = useMemo(() => toEntries(commands, sessions), [commands, sessions]);
  return (
    <ChoiceList
      title={paletteTexts.title}
      items={entries}
      textOf={entryText}
      rowOf={(entry) => entryRow(entry, view.now)}
      view={view}
      rows={rows}
      isActive={isActive}
      searchesAtOnce
      empty={paletteTexts.empty}
      hint={paletteTexts.hint}
      onChoose={onChoose}
      onLeave={onLeave}
    />
  );
}

/** Commands first, then modes, then sessions, until the user searches. */
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
      return {
        text: `${`/${entry.command.name}`.padEnd(NAME_CELLS)}  ${entry.command.summary}`,
        ...(entry.command.source === undefined ? {} : { note: entry.command.source }),
      };
    case 'mode':
      return { text: `${entry.mode.padEnd(NAME_CELLS)}  ${modeSummaries[entry.mode]}`, note: paletteTexts.mode };
    case 'session':
      return { text: entry.session.title, note: paletteTexts.session(describeAge(entry.session.updatedAt, now)) };
  }
}

const NONE: readonly ListedSession[] = [];
const NAME_CELLS = 10;
