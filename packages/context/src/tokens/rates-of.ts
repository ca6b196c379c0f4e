import { fittedRates } from './fitted-rates.ts';
import type { TokenFamily } from './token-family.ts';
import type { TokenRates } from './token-rates.ts';

const { gemini, openai, anthropicBefore47, other } = fittedRates;

/**
 * The vocabulary of Opus 4.7 and later is not published. Anthropic says that a text has about 1.3 times as many tokens
 * as before (https://platform.claude.com/docs/en/models/haiku-5-5/overview). Third-party measurements show finer splits
 * for Latin words (English 1.2 to 1.45 times, code 1.13 to 1.36 times) and no change for other scripts, digits and
 * symbols.
 */
const FINER = 1.5;
const anthropic: TokenRates = {
  ...anthropicBefore47,
  word: anthropicBefore47.word * FINER,
  secondLetter: anthropicBefore47.secondLetter * FINER,
  longLetter: anthropicBefore47.longLetter * FINER,
  capitals: anthropicBefore47.capitals * FINER,
  capitalMore: anthropicBefore47.capitalMore * FINER,
  accentedLetter: anthropicBefore47.accentedLetter * FINER,
};

const rates: Readonly<Record<TokenFamily, TokenRates>> = {
  gemini,
  openai,
  anthropic,
  'anthropic-before-4.7': anthropicBefore47,
  other,
};

/** The rates of a model family. */
export function ratesOf(family: TokenFamily): TokenRates {
  return rates[family];
}
