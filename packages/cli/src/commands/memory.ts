import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { usageError } from '../texts/error-text.ts';
import { contextTexts } from '../texts/settings-texts.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { toShownPath } from '../inspect/describe-context.ts';
import { lookAtContext } from '../inspect/look-at-context.ts';
import { parseWords } from '../usage/parse-words.ts';
import { toColumns } from '../print/to-columns.ts';

/** Lists or shows the context files of sessions here. Resolves to the exit code. */
export async function runMemory(words: readonly string[], env: CommandEnv): Promise<number> {
  const { names, isJson } = parseWords(words, { name: 'memory', names: 1 });
  const [verb = 'list'] = names;
  if (verb !== 'list' && verb !== 'show') throw usageError(usageTexts.unknownVerb('memory', verb, ['list', 'show']));
  const { asked, found, home } = await lookAtContext({}, env);
  const shown = found.memory.map((file) => ({ ...file, shown: toShownPath(file.path, { asked, home }) }));
  if (isJson) env.stdout(`${JSON.stringify({ files: found.memory, notes: found.notes })}\n`);
  else if (verb === 'show') env.stdout(shown.map(({ shown: name, text }) => `--- ${name} ---\n${text}\n`).join('\n'));
  else
    for (const line of toColumns(shown.map(({ shown: name, tokens }) => [name, contextTexts.tokens(tokens)])))
      env.stdout(`${line}\n`);
  if (shown.length === 0 && !isJson) env.stderr(`${contextTexts.noContextFiles}\n`);
  if (!isJson) for (const note of found.notes) env.stderr(`bowline: ${note}\n`);
  return EXIT.ok;
}
