import { nearestNames } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { usageError } from '../texts/error-text.ts';
import { contextTexts } from '../texts/settings-texts.ts';
import { lookAtContext } from '../inspect/look-at-context.ts';
import { parseWords } from '../usage/parse-words.ts';
import { toColumns } from '../print/to-columns.ts';

interface Declared {
  readonly name: string;
  readonly description: string;
  readonly tokens: number;
  readonly text: string;
}

/** Lists the tools of a session here. Resolves to the exit code. */
export async function runTools(words: readonly string[], env: CommandEnv): Promise<number> {
  const { names, isJson } = parseWords(words, { name: 'tools', names: 1 });
  const { found } = await lookAtContext({}, env);
  const tools = found.tools.map(({ name, text, tokens }) => ({ name, text, tokens, description: descriptionOf(text) }));
  const [wanted] = names;
  if (wanted !== undefined) env.stdout(`${JSON.stringify(JSON.parse(find(wanted, tools).text), null, 2)}\n`);
  else if (isJson) env.stdout(`${JSON.stringify(tools.map(({ text: _, ...tool }) => tool))}\n`);
  else
    for (const line of toColumns(tools.map(({ name, description }) => [name, toFirst(description)])))
      env.stdout(`${line}\n`);
  return EXIT.ok;
}

function find(wanted: string, tools: readonly Declared[]): Declared {
  const tool = tools.find(({ name }) => name === wanted);
  if (tool !== undefined) return tool;
  const names = tools.map(({ name }) => name);
  const [near] = nearestNames(wanted, names);
  throw usageError(
    near === undefined ? contextTexts.unknownToolOf(wanted, names.join(', ')) : contextTexts.unknownTool(wanted, near),
  );
}

function descriptionOf(text: string): string {
  const { description } = JSON.parse(text) as { readonly description?: unknown };
  return typeof description === 'string' ? description : '';
}

/** The first sentence. */
function toFirst(text: string): string {
  const [first = ''] = text.split(/(?<=\.)\s|\n/);
  return first.slice(0, 100);
}
