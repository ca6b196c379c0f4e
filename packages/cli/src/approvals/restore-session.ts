import { createSessionFiles } from '@bowline/assembly';
import type { SessionStore } from '@bowline/log';
import type { JsonObject } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { describeKept } from '../session/describe-previews.ts';
import { findPoint, type TypedPoint } from '../session/find-point.ts';
import { printPreview } from '../session/print-preview.ts';
import { fileTexts } from '../texts/restore-texts.ts';
import { withOverwrites } from './find-conflicts.ts';
import { sendAction } from './send-action.ts';

/** The options of a restoration of files. */
export interface RestoreWish extends TypedPoint {
  readonly sessionId: string;
  readonly isUndo: boolean;
  readonly isDryRun: boolean;
  /** Conflicts that get the stored content. */
  readonly overwrite: readonly string[];
}

/**
 * Restores the files as they were before one of the last messages or steps, or undoes that. The conversation stays.
 * Resolves to the exit code: `failed` if a path was left alone.
 */
export async function restoreSession(store: SessionStore, wish: RestoreWish, env: CommandEnv): Promise<number> {
  const { sessionId, isUndo, isDryRun } = wish;
  const point: JsonObject = isUndo ? { undo: true } : await findPoint(store, sessionId, wish);
  const action = await withOverwrites(sessionId, { name: 'restore', data: point }, { typed: wish.overwrite, env });
  if (isDryRun) return await printPreview(sessionId, action, env);
  const expected = (await createSessionFiles(sessionId, env.machine).preview(action)).files;
  const kept = describeKept(expected);
  const isDone = !(await sendAction(sessionId, action, env)).has('FILES_RESTORED');
  for (const line of kept) env.stdout(`${line}\n`);
  if (expected.length > kept.length) env.stdout(`${describeResult(sessionId, { isUndo, isDone })}\n`);
  return isDone && kept.length === 0 ? EXIT.ok : EXIT.failed;
}

function describeResult(
  sessionId: string,
  { isUndo, isDone }: { readonly isUndo: boolean; readonly isDone: boolean },
): string {
  if (isUndo) return isDone ? fileTexts.undone : fileTexts.partlyUndone(sessionId);
  return isDone ? fileTexts.restored(sessionId) : fileTexts.partlyRestored(sessionId);
}
