import type { AgentEvent, FilesPreview } from '@bowline/protocol';
import { useCallback, type ReactElement } from 'react';
import { shorten } from '../paint/calls/describe-call.ts';
import type { View } from '../paint/layout/view.ts';
import { ChoiceList } from '../lists/choice-list.tsx';
import type { ListRow } from '../lists/paint-list.ts';
import { letterOf } from '../keys/press.ts';
import { isRestored, paintRestore, type RestoredPart } from './paint-restore.ts';
import { readRewindPoints, type RewindPoint } from './read-rewind-points.ts';
import { useRestore } from './use-restore.ts';
import { useOnce } from '../lists/use-once.ts';
import { describeAge, rewindTexts } from '../texts/panel-texts.ts';

export interface RewindBrowserProps {
  /** All events of the session: `agent.events()`. */
  readonly events: () => AsyncIterable<AgentEvent>;
  readonly view: View;
  readonly rows: number;
  readonly isActive: boolean;
  /** What a rewind with files would do. */
  readonly preview: (point: RewindPoint) => Promise<FilesPreview>;
  readonly onRewind: (point: RewindPoint, part: RestoredPart) => void;
  readonly onFork: (point: RewindPoint) => void;
  readonly onLeave: () => void;
}

/** Lists the user's messages, to rewind to before one, with or without files, or to fork from it. */
export function RewindBrowser({
  events,
  view,
  rows,
  isActive,
  preview,
  onRewind,
  onFork,
  onLeave,
}: RewindBrowserProps): ReactElement {
  const { value: points, problem } = useOnce(useCallback(async () => await readRewindPoints(events()), [events]));
  const restore = useRestore(preview);
  const isEmpty = points === null || points.length === 0;
  const below = isEmpty ? [] : paintRestore(restore.preview, restore.part, view);
  const hasFiles = restore.preview?.files.some(isRestored) === true;
  return (
    <ChoiceList
      title={rewindTexts.title}
      items={points ?? NONE}
      textOf={textOf}
      rowOf={(point) => toRow(point, view)}
      view={view}
      rows={Math.max(LEAST_ROWS, rows - below.length)}
      below={below}
      isActive={isActive}
      isFromEnd
      hasOwnLetters
      {...(points === null ? {} : { right: rewindTexts.count(points.length) })}
      empty={problem ?? (points === null ? rewindTexts.loading : rewindTexts.empty)}
      hint={hasFiles ? rewindTexts.hintWithFiles : rewindTexts.hint}
      onChoose={(point) => {
        onRewind(point, restore.part);
      }}
      onMark={restore.onMark}
      onLeave={onLeave}
      onOther={(press, point) => {
        if (restore.takes(press)) return;
        if (point !== undefined && letterOf(press) === 'k') onFork(point);
      }}
    />
  );
}

/** At least so many messages are shown. */
const LEAST_ROWS = 3;
const NONE: readonly RewindPoint[] = [];
const textOf = ({ text }: RewindPoint): string => text;

function toRow(point: RewindPoint, view: View): ListRow {
  const text = point.text.trim().replaceAll(/\s+/g, ' ');
  return { text: text === '' ? rewindTexts.noText : text, note: describeAfter(point, view) };
}

/** A short description of what followed a message. */
export function describeAfter(
  { calls, files, isQueued, at }: RewindPoint,
  { now, workspace }: Pick<View, 'now' | 'workspace'>,
): string {
  const [first, ...others] = files;
  const parts = [
    ...(calls === 0 ? [] : [rewindTexts.calls(calls)]),
    ...(first === undefined ? [] : [`${shorten(first, workspace)}${others.length === 0 ? '' : ` +${others.length}`}`]),
    ...(isQueued ? [rewindTexts.queued] : []),
    describeAge(at, now),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
