import type { Part } from '@google/genai';
import { firstOf, lastOf } from '../view/whole-characters.ts';

/** How much of a masked result remains at either end. */
const ENDS = { characters: 250, lines: 10, longestLine: 200 } as const;
/** For commands, whole lines are more useful than characters. */
const COMMANDS: ReadonlySet<string> = new Set(['run_shell_command']);

/** How a masked result begins. */
export const MASKED = '[older result shortened to save context';

/** The text of a result as the model received it. */
export function resultText({ functionResponse }: Part): string {
  const { output, error } = functionResponse?.response ?? {};
  const text = output ?? error;
  return typeof text === 'string' ? text : JSON.stringify(functionResponse?.response ?? {});
}

/** The same result with only its ends, and where the rest is. Deterministic. */
export function maskResult(part: Part, artifact: string | undefined): Part {
  const { functionResponse } = part;
  if (functionResponse === undefined) return part;
  const { response = {}, ...rest } = functionResponse;
  const text = resultText(part);
  const where =
    artifact === undefined ? 'the full text was not kept' : `the full text is in ${artifact}; read it with read_file`;
  const { head, tail } = COMMANDS.has(rest.name ?? '') ? endLines(text) : endCharacters(text);
  const masked = `${MASKED}: ${text.length} characters; ${where}]\n${head}\n[...]\n${tail}`;
  if (masked.length >= text.length) return part; // masking would not make it shorter
  const key = 'error' in response ? 'error' : 'output';
  return { ...part, functionResponse: { ...rest, response: { [key]: masked } } };
}

interface Ends {
  readonly head: string;
  readonly tail: string;
}

function endCharacters(text: string): Ends {
  return { head: firstOf(text, ENDS.characters), tail: lastOf(text, ENDS.characters) };
}

function endLines(text: string): Ends {
  const lines = text.split('\n');
  const show = (some: readonly string[]): string => some.map((line) => firstOf(line, ENDS.longestLine)).join('\n');
  return { head: show(lines.slice(0, ENDS.lines)), tail: show(lines.slice(-ENDS.lines)) };
}
