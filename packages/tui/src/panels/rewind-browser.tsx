import type { AgentEvent } from '@bowline/protocol';
import { useCallback, type ReactElement } from 'react';
import { shorten } from '../paint/calls/describe-call.ts';
import type { View } from '../paint/layout/view.ts';
import { ChoiceList } from '../lists/choice-list.tsx';
import type { ListRow } from '../lists/paint-list.ts';
import { letterOf } from '../keys/press.ts';
import { readRewindPoints, type RewindPoint } from './read-rewind-points.ts';
import { useOnce } from '../lists/use-once.ts';
import { describeAge, rewindTexts } from '../texts/panel-texts.ts';

export interface RewindBrowserProps {
  /** All events of the session: `agent.events()`. */
  readonly events: () => AsyncIterable<AgentEvent>;
  readonly view: View;
  readonly rows: number;
  readonly isActive: boolean;
  readonly onRewind: (point: RewindPoint) => void;
  readonly onFork: (point: RewindPoint) => void;
  readonly onLeave: () => void;
}

/** Lists the user's messages, to rewind to before one or to fork from it. */
export function RewindBrowser({
  events,
  view,
  rows,
  isActive,
  onRewind,
  onFork,
  onLeave,
}: RewindBrowserProps): ReactElement {
  const { value: points, problem } = useOnce(useCallback(async () => await readRewindPoints(events()), [events]));
  return (
    <ChoiceList
      title={rewindTexts.title}
      items={points ?? NONE}
      textOf={textOf}
      rowOf={(point) => toRow(point, view)}
      view={view}
      rows={rows}
      isActive={isActive}
      isFromEnd
      hasOwnLetters
      {...(points === null ? {} : { right: rewindTexts.count(points.length) })}
      empty={problem ?? (points === null ? rewindTexts.loading : rewindTexts.empty)}
      hint={rewindTexts.hint}
      onChoose={onRewind}
      onLeave={onLeave}
      onOther={(press, point) => {
        if (point !== undefined && letterOf(press) === 'k') onFork(point);
      }}
    />
  );
}

const NONE: readonly RewindPoint[] = [];
const textOf = ({ text }: RewindPoint): string => text;

function toRow(point: RewindPoint, view: View): ListRow {
  const text = point.text.trim().replaceAll(/\s+/g, ' ');
  return { text: text === '' ? rewindTexts.noText : text, note: describeAfter(point, view) };
}

/** A short description of what followed a message. */
export function describeAfter(
  { calls, files, steering, at }: RewindPoint,
  { now, workspace }: Pick<View, 'now' | 'workspace'>,
): string {
  const [first, ...others] = files;
  const parts = [
    ...(calls === 0 ? [] : [rewindTexts.calls(calls)]),
    ...(first === undefined ? [] : [`${shorten(first, workspace)}${others.length === 0 ? '' : ` +${others.length}`}`]),
    ...(steering === 0 ? [] : [rewindTexts.queued(steering)]),
    describeAge(at, now),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
