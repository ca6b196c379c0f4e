import type { TokenUsage } from '@bowline/protocol';

/** Formats dollars: small amounts to a tenth of a cent. */
export function paintCost(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars < 0.001) return '<$0.001';
  return dollars < 0.1 ? `$${dollars.toFixed(3)}` : `$${dollars.toFixed(2)}`;
}

/** Formats dollars in whole cents, for a running total. */
export function paintRoundCost(dollars: number): string {
  if (dollars === 0) return '$0';
  return dollars < 0.005 ? '<$0.01' : `$${dollars.toFixed(2)}`;
}

/** Formats a token count: 950, 12.3k, 1.2M. */
export function paintCount(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 99_950) return `${trim((count / 1000).toFixed(1))}k`;
  if (count < 999_500) return `${Math.round(count / 1000)}k`;
  return `${trim((count / 1_000_000).toFixed(1))}M`;
}

const trim = (digits: string): string => digits.replace(/\.0$/, '');

/** Formats usage: `12.3k in (80% cached), 1.2k out, $0.012`. */
export function paintUsage({
  inputTokens,
  outputTokens,
  thoughtTokens = 0,
  cachedTokens = 0,
  cost,
}: TokenUsage): string {
  const share = inputTokens === 0 ? 0 : Math.round((100 * cachedTokens) / inputTokens);
  const cached = share === 0 ? '' : ` (${share}% cached)`;
  const said = `${paintCount(inputTokens)} in${cached}, ${paintCount(outputTokens + thoughtTokens)} out`;
  return cost === undefined ? said : `${said}, ${paintCost(cost)}`;
}
