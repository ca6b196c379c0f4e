import { foldAt, rangesAfter, sessionFold, toVisibleRanges, type Restoring, type SessionReader } from '@bowline/log';
import { AgentError, type FilePreview, type FilesPreview, type JsonObject } from '@bowline/protocol';
import type { FileHistory } from '@bowline/workspace';
import { findCut } from '../state/find-cut.ts';
import { planRestore } from '../state/plan-restore.ts';
import { isConfined, planRewind } from '../state/plan-rewind.ts';
import { readSteps } from './read-steps.ts';
import { stepsToUndo } from './restore-files.ts';

/** The action of a session whose effect on files is asked for, as it would be sent. */
export interface PreviewedAction {
  readonly name: 'rewind' | 'restore';
  readonly data: JsonObject;
}

/** What a rewind with files or a restoration would do. Rejects as the action would; changes neither files nor session. */
export async function previewFiles(
  action: PreviewedAction,
  log: SessionReader,
  history: FileHistory,
): Promise<FilesPreview> {
  const asked = await toAsked(action, log);
  const files = await history.preview(await stepsToUndo(log, asked), asked.overwrite);
  return { to: asked.to, files, commands: asked.undoes === undefined ? await readCommands(log, asked.to) : [] };
}

/** What the agent has changed since before an event, or in the whole session. */
export async function changedFiles(
  data: JsonObject,
  log: SessionReader,
  history: FileHistory,
): Promise<readonly FilePreview[]> {
  const visible = toVisibleRanges(await log.rewinds(), log.head.seq);
  const to = data['before'] === undefined ? 0 : await findCut(data, { log, visible });
  return await history.compare(await readSteps(log, to));
}

async function toAsked(
  { name, data }: PreviewedAction,
  log: SessionReader,
): Promise<Pick<Restoring, 'to' | 'undoes' | 'overwrite'>> {
  if (name === 'restore') return (await planRestore(data, log)).body;
  const session = await foldAt(log, sessionFold, log.head.seq);
  const records = await planRewind({ ...data, files: true }, log, session);
  const rewound = records.find((record) => record.type === 'rewound');
  if (rewound === undefined) throw new AgentError('INTERNAL', 'A rewind without its record');
  return rewound.body;
}

/** The commands after a record whose changes are not known, each once. */
async function readCommands(log: SessionReader, to: number): Promise<readonly string[]> {
  const visible = toVisibleRanges(await log.rewinds(), log.head.seq);
  const asked = new Map<string, string>();
  const ran = new Set<string>();
  for (const range of rangesAfter(visible, to))
    for await (const { type, body } of log.read(range)) {
      if (type === 'tool_requested' && body.display?.type === 'command') asked.set(body.callId, body.display.command);
      if (type === 'tool_decided' && isConfined(body)) asked.delete(body.callId);
      const isUnknown = type === 'tool_started' && body.checkpoint === undefined;
      const command = isUnknown ? asked.get(body.callId) : undefined;
      if (command !== undefined) ran.add(command);
    }
  return [...ran];
}
