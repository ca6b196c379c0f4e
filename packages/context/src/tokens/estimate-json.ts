import { measure } from './estimate-tokens.ts';
import type { TokenFamily } from './token-family.ts';

/** About how many tokens a value is when it is sent as JSON: declarations of tools, arguments. */
export function estimateJson(value: unknown, family: TokenFamily): number {
  return Math.ceil(measureJson(value, family));
}

/**
 * The same before it is rounded. Texts are read as they are rather than escaped: a model's own encoder escapes little, and a
 * result of a tool is one long text with many newlines.
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
      return 0; // JSON leaves it out
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

/** Tokenizers take the punctuation between two members in one: `","` and `":"`. */
function measureMember(before: string, member: unknown, family: TokenFamily): number {
  return typeof member === 'string'
    ? measure(`"${before}"`, family) + measure(member, family)
    : measure(before, family) + measureJson(member, family);
}

/** Brackets join the punctuation beside them. */
function measureBrackets(family: TokenFamily): number {
  return 2 * (measure('[]', family) - measure(']', family));
}
