import { useEffect, useState, type ReactElement } from 'react';
import type { BackgroundTask, BackgroundTasks } from '../host/background-tasks.ts';
import { letterOf } from '../keys/press.ts';
import { ChoiceList } from '../lists/choice-list.tsx';
import type { ListRow } from '../lists/paint-list.ts';
import { FRAME_CELLS } from '../paint/frame/paint-dock.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { truncate } from '../paint/layout/wrap.ts';
import { dimOutput, paintTail } from '../paint/calls/paint-output.ts';
import { paintElapsed } from '../paint/status/paint-duration.ts';
import { taskTexts } from '../texts/panel-texts.ts';

export interface TasksPanelProps {
  readonly tasks: BackgroundTasks;
  readonly view: View;
  readonly rows: number;
  readonly onLeave: () => void;
  readonly onFail: (thrown: unknown) => void;
}

/** How often the list and the output are read again. */
const LOOK_MS = 1000;
const OUTPUT_ROWS = 6;
const textOf = ({ command }: BackgroundTask): string => command;

/** The background commands of the session, to be read and stopped. */
export function TasksPanel({ tasks, view, rows, onLeave, onFail }: TasksPanelProps): ReactElement {
  const [known, setKnown] = useState<readonly BackgroundTask[] | null>(null);
  const [shown, setShown] = useState<{ readonly id: string; readonly output: string } | null>(null);
  const opened = shown?.id;
  useEffect(() => {
    let isWanted = true;
    const look = async (): Promise<void> => {
      const [listed, output] = await Promise.all([tasks.list(), opened === undefined ? null : tasks.read(opened)]);
      if (!isWanted) return;
      setKnown(listed);
      if (opened !== undefined && output !== null) setShown({ id: opened, output });
    };
    void look().catch(onFail);
    const timer = setInterval(() => void look().catch(onFail), LOOK_MS);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [tasks, opened]);
  const all = known ?? [];
  const running = all.filter(({ isRunning }) => isRunning).length;
  const below = shown === null ? [] : paintOutput(shown.output, view);
  return (
    <ChoiceList
      title={taskTexts.title}
      right={taskTexts.counts(running, all.length - running)}
      items={all}
      textOf={textOf}
      rowOf={(task) => toRow(task, view)}
      view={view}
      rows={Math.max(1, rows - below.length)}
      isActive
      empty={known === null ? taskTexts.loading : taskTexts.none}
      hint={taskTexts.hint}
      below={below}
      onChoose={({ id }) => {
        setShown(opened === id ? null : { id, output: '' });
      }}
      onLeave={onLeave}
      onOther={(press, task) => {
        if (letterOf(press) === 's' && task?.isRunning === true) tasks.stop(task.id).catch(onFail);
      }}
    />
  );
}

function toRow(task: BackgroundTask, { now, isScreenReader }: View): ListRow {
  const { command, isRunning, startedAt, exitCode, tookMs, ports } = task;
  const sign = isRunning ? '●' : exitCode === 0 ? '✓' : '✗';
  const time = paintElapsed(tookMs ?? now - Date.parse(startedAt));
  const state = isRunning
    ? ports.map((port) => `:${port}`)
    : [exitCode === null ? taskTexts.ended : taskTexts.exit(exitCode)];
  // Without the time of a running one, which would be said every second.
  if (isScreenReader)
    return { text: cleanLine(command), note: [...(isRunning ? [taskTexts.running] : []), ...state].join(' · ') };
  return { text: `${sign} ${cleanLine(command)}`, note: [...state, time].join(' · ') };
}

function paintOutput(output: string, view: View): Lines {
  const { theme, isScreenReader } = view;
  const width = view.width - FRAME_CELLS;
  const tail = paintTail(output, { ...view, width: width - 2 }, OUTPUT_ROWS);
  const rows = tail.length === 0 ? [theme.dim(taskTexts.noOutput)] : dimOutput(tail, view);
  const rule = isScreenReader ? taskTexts.output : theme.border(`── ${taskTexts.output} ${'─'.repeat(width)}`);
  return [truncate(rule, width).replace(/…(?=\u001B|$)/, '─'), ...rows.map((row) => `  ${row}`)];
}
