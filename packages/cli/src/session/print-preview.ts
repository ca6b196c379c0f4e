import { createSessionFiles } from '@bowline/assembly';
import type { JsonObject } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { createPaint } from '../print/create-paint.ts';
import { fileTexts } from '../texts/restore-texts.ts';
import { describeDiffs, describePreview, type PrintStyle } from './describe-previews.ts';

/** An action on files that is not done, only shown. */
interface ShownAction {
  readonly name: 'rewind' | 'restore';
  readonly data: JsonObject;
}

/** Prints what a rewind with files or a restoration would do. Resolves to the exit code. */
export async function printPreview(sessionId: string, action: ShownAction, env: CommandEnv): Promise<number> {
  const preview = await createSessionFiles(sessionId, env.machine).preview(action);
  env.stdout(`${describePreview(preview, styleOf(env))}\n`);
  env.stderr(`${fileTexts.dryRun}\n`);
  return EXIT.ok;
}

/** Prints what the agent has changed as a diff. Resolves to the exit code. */
export async function printChanges(sessionId: string, data: JsonObject, env: CommandEnv): Promise<number> {
  const changes = await createSessionFiles(sessionId, env.machine).changes(data);
  if (changes.length === 0) env.stderr(`${fileTexts.noChanges}\n`);
  else env.stdout(describeDiffs(changes, styleOf(env)));
  return EXIT.ok;
}

function styleOf(env: CommandEnv): PrintStyle {
  return { paint: createPaint(env), isTerminal: env.isStdoutTty };
}
