import type { SessionStore } from '@bowline/log';
import type { JsonObject } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { findPoint, type TypedPoint } from '../session/find-point.ts';
import { printPreview } from '../session/print-preview.ts';
import { usageError } from '../texts/error-text.ts';
import { fileTexts } from '../texts/restore-texts.ts';
import { sessionTexts } from '../texts/session-texts.ts';
import { withOverwrites } from './find-conflicts.ts';
import { sendAction } from './send-action.ts';

/** The options of a rewind. */
export interface RewindWish extends TypedPoint {
  readonly sessionId: string;
  readonly isUndo: boolean;
  /** Restores files too. */
  readonly withFiles: boolean;
  /** Only shows what would happen to files. */
  readonly isDryRun: boolean;
  /** Conflicts that get the stored content. */
  readonly overwrite: readonly string[];
}

/** Rewinds a session to before one of its messages or steps, or undoes that. Resolves to the exit code. */
export async function rewindSession(store: SessionStore, wish: RewindWish, env: CommandEnv): Promise<number> {
  const { sessionId, isUndo, withFiles, isDryRun } = wish;
  const point: JsonObject = isUndo ? { undo: true } : await findPoint(store, sessionId, wish);
  if (wish.overwrite.length > 0 && !withFiles) throw usageError(fileTexts.overwriteNeedsFiles);
  const data = withFiles ? { ...point, files: true } : point;
  const action = await withOverwrites(sessionId, { name: 'rewind', data }, { typed: wish.overwrite, env });
  if (isDryRun) return await printPreview(sessionId, action, env);
  const isDone = !(await sendAction(sessionId, action, env)).has('FILES_RESTORED');
  env.stdout(`${(isUndo ? sessionTexts.restored : sessionTexts.rewound)(sessionId)}\n`);
  if (!isDone && !isUndo) env.stderr(`${fileTexts.keptByRewind(sessionId)}\n`);
  return isDone ? EXIT.ok : EXIT.failed;
}
