import { characterClass, classOf } from './character-class.ts';
import { ratesOf } from './rates-of.ts';
import { createAutomaton, type TokenAutomaton } from './token-automaton.ts';
import type { TokenFamily } from './token-family.ts';

const automata = new Map<TokenFamily, TokenAutomaton>();

/** Estimates the tokens of a text for a model family. */
export function estimateTokens(text: string, family: TokenFamily): number {
  return Math.ceil(measure(text, family));
}

/** The same without rounding, for sums of many small texts. */
export function measure(text: string, family: TokenFamily): number {
  const { costs, next } = automatonFor(family);
  let tokens = 0;
  let row = 0;
  let before = -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = classOf[code] ?? characterClass.rare;
    const isRepeated = code === before && kind >= characterClass.punctuation;
    const step = row + kind + (isRepeated ? 1 : 0);
    tokens += costs[step] ?? 0;
    row = next[step] ?? 0;
    before = code;
  }
  return tokens;
}

/** Created on first use: a session uses one or two families. */
function automatonFor(family: TokenFamily): TokenAutomaton {
  const known = automata.get(family);
  if (known !== undefined) return known;
  const automaton = createAutomaton(ratesOf(family));
  automata.set(family, automaton);
  return automaton;
}
