import type { ContextInspection } from '@bowline/assembly';
import { approvalModes, nearestNames, type ApprovalMode } from '@bowline/protocol';
import { checkPlaces } from '../check-places.ts';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { toPaths } from '../parse-arguments.ts';
import { usageError } from '../texts/error-text.ts';
import { contextTexts } from '../texts/settings-texts.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { commandTable, usageLine } from '../usage/command-table.ts';
import { parseOptions, type ParsedOptions } from '../usage/parse-options.ts';
import { describeContext, toShownPath, type ShownContext } from '../inspect/describe-context.ts';
import { lookAtContext } from '../inspect/look-at-context.ts';

const { options } = commandTable.context;

type Parsed = ParsedOptions<typeof options>;

/** Shows what a new session sends to the model. Resolves to the exit code. */
export async function runContext(words: readonly string[], env: CommandEnv): Promise<number> {
  const { values, positionals } = parseOptions(words, options, firstLine);
  const [verb, part, extra] = positionals;
  if (verb !== undefined && verb !== 'show') throw usageError(usageTexts.unknownVerb('context', verb, ['show']));
  if (extra !== undefined) throw usageError(usageTexts.unexpected(extra, firstLine));
  const named = toPaths(values['include-directories']);
  checkPlaces({ directories: named }, env.cwd);
  const { trust: isTrusted, model } = values;
  const shown = await lookAtContext({ model, isTrusted, directories: named, mode: modeOf(values.mode) }, env);
  if (verb === 'show') env.stdout(`${textOf(part, shown)}\n`);
  else if (isJson(values)) env.stdout(`${JSON.stringify(toJson(shown))}\n`);
  else env.stdout(describeContext(shown, env));
  return EXIT.ok;
}

/** The whole instruction, or the part of this name. */
function textOf(name: string | undefined, { asked, found, home }: ShownContext): string {
  if (name === undefined) return found.instruction.text;
  const texts = new Map([
    ...found.tools.map((tool) => [tool.name, pretty(tool.text)] as const),
    ...found.memory.flatMap(({ path, text }) =>
      [path, toShownPath(path, { asked, home })].map((as) => [as, text] as const),
    ),
    ...found.parts.map((part) => [part.name, part.text] as const),
  ]);
  const text = texts.get(name);
  if (text !== undefined) return text;
  const known = namesOf(found, { asked, home });
  const [near] = nearestNames(name, known);
  throw usageError(contextTexts.unknownPart(name, near, known.join(', ')));
}

function namesOf(
  { parts, memory, tools }: ContextInspection,
  place: Pick<ShownContext, 'asked' | 'home'>,
): readonly string[] {
  const files = memory.map(({ path }) => toShownPath(path, place));
  return [...parts.map(({ name }) => name), ...files, ...tools.map(({ name }) => name)];
}

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

function toJson({ asked, found }: ShownContext): object {
  const { trust, ...rest } = found;
  const { workspace: folder, mode, model } = asked;
  return { folder, isTrusted: trust.isTrusted, mode, model, ...rest };
}

function isJson({ json, 'output-format': format }: Parsed['values']): boolean {
  if (format !== 'text' && format !== 'json')
    throw usageError(usageTexts.badValue('--output-format', format, ['text', 'json']));
  return json || format === 'json';
}

function modeOf(text: string): ApprovalMode {
  const mode = approvalModes.find((known) => known === text);
  if (mode !== undefined) return mode;
  throw usageError(usageTexts.badValue('--mode', text, approvalModes));
}

const firstLine = usageLine('context');
