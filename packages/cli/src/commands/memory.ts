import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { toShownPath } from './describe-context.ts';
import { lookAtContext } from './look-at-context.ts';
import { parseWords } from './parse-words.ts';
import { toColumns } from './to-columns.ts';

/** Shows what sessions here are told from files. Resolves to the exit code. */
export async function runMemory(words: readonly string[], env: CommandEnv): Promise<number> {
  const { names, isJson } = parseWords(words, { name: 'memory', names: 1 });
  const [verb = 'list'] = names;
  if (verb !== 'list' && verb !== 'show')
    throw new AgentError('SEND_INVALID', `unknown: bowline memory ${verb}`, { hint: 'list or show' });
  const { asked, found, home } = await lookAtContext({}, env);
  const shown = found.memory.map((file) => ({ ...file, shown: toShownPath(file.path, { asked, home }) }));
  if (isJson) env.stdout(`${JSON.stringify({ files: found.memory, notes: found.notes })}\n`);
  else if (verb === 'show') env.stdout(shown.map(({ shown: name, text }) => `--- ${name} ---\n${text}\n`).join('\n'));
  else
    for (const line of toColumns(shown.map(({ shown: name, tokens }) => [name, `${tokens} tokens`])))
      env.stdout(`${line}\n`);
  if (shown.length === 0 && !isJson) env.stderr('there are no files for agents here (/init writes one)\n');
  if (!isJson) for (const note of found.notes) env.stderr(`bowline: ${note}\n`);
  return EXIT.ok;
}
