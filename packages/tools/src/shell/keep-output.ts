import type { CommandEnd } from '@bowline/workspace';
import type { ToolScope } from '../define-tool.ts';
import { isCut } from './describe-output.ts';

/**
 * The end of a command with the name of its output in place of the path of a file, if the model sees only a part of it.
 * Where the output cannot be saved, its path remains.
 */
export async function keepOutput(
  end: CommandEnd,
  { keep, key, workspace }: Pick<ToolScope, 'keep' | 'key' | 'workspace'>,
): Promise<CommandEnd> {
  if (keep === undefined || !isCut(end)) return end;
  const bytes = await workspace.files.read(end.outputPath).catch(() => undefined);
  if (bytes === undefined) return end;
  const name = await keep(`${key}.txt`, new TextDecoder().decode(bytes)).catch(() => undefined);
  return name === undefined ? end : { ...end, outputPath: name };
}
