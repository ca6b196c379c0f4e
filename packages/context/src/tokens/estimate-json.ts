import { measure } from './estimate-tokens.ts';
import type { TokenFamily } from './token-family.ts';

/** Estimates the tokens of a value that is sent as JSON: tool declarations, arguments. */
export function estimateJson(value: unknown, family: TokenFamily): number {
  return Math.ceil(measureJson(value, family));
}

/**
 * The same without rounding. Strings are measured unescaped: a model's own encoder escapes little, and tool results are
 * long texts with many newlines.
 */
export function measureJson(value: unknown, family: TokenFamily): number {
  switch (typeof value) {
    case 'string':
      return measure('"', family) + measure(value, family);
    case 'number':
    case 'boolean':
    case 'bigint':
      return measure(String(value), family);
    case 'object':
      if (value === null) return measure('null', family);
      return Array.isArray(value) ? measureList(value, family) : measureObject(value, family);
    default:
      return 0; // JSON omits it
  }
}

function measureList(list: readonly unknown[], family: TokenFamily): number {
  let tokens = measureBrackets(family);
  for (const item of list) tokens += measureMember(',', item, family);
  return tokens;
}

function measureObject(value: object, family: TokenFamily): number {
  let tokens = measureBrackets(family);
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) tokens += measureMember(`,"${key}":`, member, family);
  }
  return tokens;
}

/** Tokenizers merge the punctuation between two members: `","` and `":"`. */
function measureMember(before: string, member: unknown, family: TokenFamily): number {
  return typeof member === 'string'
    ? measure(`"${before}"`, family) + measure(member, family)
    : measure(before, family) + measureJson(member, family);
}

/** Brackets merge with adjacent punctuation. */
function measureBrackets(family: TokenFamily): number {
  return 2 * (measure('[]', family) - measure(']', family));
}
