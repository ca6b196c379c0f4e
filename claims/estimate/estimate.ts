import { readFileSync } from 'node:fs';
import { estimateTokens, type TokenFamily } from '@bowline/context';
import type { Claim } from '../claim.ts';
import { quantile } from '../shared/quantile.ts';
import { round } from '../shared/round.ts';

const LIMITS = { medianPercent: 8, p95Percent: 25, sumPercent: 5, timesOneLook: 6, growth: 2 } as const;

/** The families with recorded counts. The tokenizer of current Claude models is not available. */
const families = ['gemini', 'openai', 'anthropic-before-4.7', 'other'] as const satisfies readonly TokenFamily[];
type Counted = (typeof families)[number];

interface CountedText {
  readonly half: 'fitting' | 'held-out';
  readonly counts: Readonly<Record<Counted, number>>;
  readonly text: string;
}

/** Measures how close token estimates are to the counts of tokenizers, and what they cost. */
export const estimate: Claim = {
  id: 'estimate',
  sentence: `For recorded texts that were not used for fitting, and for each model family, a token estimate is off by at most ${LIMITS.medianPercent}% at the median and ${LIMITS.p95Percent}% at p95. The sum over all texts is off by at most ${LIMITS.sumPercent}%. Estimating costs at most ${LIMITS.timesOneLook}x the time of reading each character once. A character in a text of 1 MB costs at most ${LIMITS.growth}x what it costs in a text of 100 KB.`,
  async run({ isQuick, say }) {
    const texts = readHeldOut();
    const ours = families.map((family) => errorsOf(texts, family, (text) => estimateTokens(text, family)));
    const theirs = families.map((family) => errorsOf(texts, family, byGeminiCliRule));
    const speed = measureSpeed(texts.map(({ text }) => text).join('\n'), isQuick ? 20 : 100);
    for (const [n, family] of families.entries())
      say(`${family}: ${show(ours[n])}; by Gemini CLI's rule ${show(theirs[n])}`);
    return {
      holds: ours.every(isNear) && speed.timesOneLook <= LIMITS.timesOneLook && speed.growth <= LIMITS.growth,
      figures: {
        texts: texts.length,
        ...Object.fromEntries(families.map((family, n) => [family, show(ours[n])])),
        ...Object.fromEntries(families.map((family, n) => [`${family} by Gemini CLI's rule`, show(theirs[n])])),
        ...speed,
      },
      against:
        'tokenizer counts recorded in packages/context/fixtures; the rule of Gemini CLI (a quarter token for an ASCII character, one and a half for any other) on the same texts; a loop that only reads each character',
    };
  },
};

function readHeldOut(): readonly CountedText[] {
  const path = new URL('../../packages/context/fixtures/recorded-counts.json', import.meta.url);
  const { texts } = JSON.parse(readFileSync(path, 'utf8')) as { readonly texts: readonly CountedText[] };
  return texts.filter(({ half }) => half === 'held-out');
}

/** In percent; the sum has a sign. */
interface Errors {
  readonly median: number;
  readonly p95: number;
  readonly sum: number;
}

function errorsOf(texts: readonly CountedText[], family: Counted, count: (text: string) => number): Errors {
  const errors = texts.map(({ text, counts }) => Math.abs(count(text) / counts[family] - 1) * 100);
  const all = texts.reduce((sum, { text }) => sum + count(text), 0);
  const real = texts.reduce((sum, { counts }) => sum + counts[family], 0);
  return { median: quantile(errors, 0.5), p95: quantile(errors, 0.95), sum: (all / real - 1) * 100 };
}

function isNear({ median, p95, sum }: Errors): boolean {
  return median <= LIMITS.medianPercent && p95 <= LIMITS.p95Percent && Math.abs(sum) <= LIMITS.sumPercent;
}

function show(errors: Errors | undefined): string {
  if (errors === undefined) return '';
  const [median, p95, sum] = [errors.median, errors.p95, errors.sum].map((value) => value.toFixed(1));
  return `median ${median}%, p95 ${p95}%, sum ${sum}%`;
}

function byGeminiCliRule(text: string): number {
  let tokens = 0;
  for (const character of text) tokens += (character.codePointAt(0) ?? 0) <= 127 ? 0.25 : 1.5;
  return Math.floor(tokens);
}

interface Speed extends Record<string, number> {
  readonly nsPerCharacter: number;
  readonly timesOneLook: number;
  readonly growth: number;
}

/** Alternates the variants and takes the best of each, to exclude other load on the machine. */
function measureSpeed(sample: string, rounds: number): Speed {
  const [short, long] = [toLength(sample, 100_000), toLength(sample, 1_000_000)];
  const best = { short: Infinity, long: Infinity, look: Infinity };
  for (let round = 0; round < rounds; round += 1) {
    best.short = Math.min(
      best.short,
      nsPerCharacter(short, (text) => estimateTokens(text, 'gemini')),
    );
    best.look = Math.min(best.look, nsPerCharacter(short, lookAtEach));
    best.long = Math.min(
      best.long,
      nsPerCharacter(long, (text) => estimateTokens(text, 'gemini')),
    );
  }
  return {
    nsPerCharacter: round(best.short),
    timesOneLook: round(best.short / best.look),
    growth: round(best.long / best.short),
  };
}

function toLength(sample: string, characters: number): string {
  return Buffer.from(sample.repeat(Math.ceil(characters / sample.length)).slice(0, characters)).toString();
}

function lookAtEach(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at);
  return sum;
}

function nsPerCharacter(text: string, read: (text: string) => number): number {
  const start = performance.now();
  read(text);
  return ((performance.now() - start) * 1e6) / text.length;
}
