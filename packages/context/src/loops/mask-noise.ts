/**
 * Values that vary between runs without meaning: times, durations, ids. Every alternative starts at a digit or a word.
 */
const NOISE = new RegExp(
  [
    String.raw`\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?`,
    String.raw`\b\d\d?:\d\d:\d\d(?:[.,]\d{1,9})?`,
    String.raw`\b\d{1,12}(?:\.\d{1,12})? ?(?:[mµun]?s|secs?|seconds?|mins?|minutes?|m|h|hours?)\b`,
    String.raw`\b0x[0-9a-f]{1,16}\b`,
    String.raw`\b(?:pid|process)[ =:#]{1,2}\d{1,10}\b`,
    String.raw`\b1\d{9}(?:\d{3})?\b`,
    String.raw`\b(?=[0-9a-f-]{0,35}\d)(?=[0-9a-f-]{0,35}[a-f])[0-9a-f]{7,40}(?:-[0-9a-f]{4,12}){0,4}\b`,
  ].join('|'),
  'gi',
);

/** Numbers, except those that show progress: `45%`, `3 of 10`, `3/10`. */
const NUMBERS = /\d+(?:\.\d+)?%|\d+ ?(?:\/|of) ?\d+|\d+/g;

/** Masks times, durations and ids, so that repeated events read the same. */
export function maskNoise(text: string): string {
  return text.replace(NOISE, '#');
}

/** Also masks numbers, except those that show progress. */
export function maskNumbers(text: string): string {
  return maskNoise(text).replace(NUMBERS, (found) => (/^\d+$/.test(found) ? '#' : found));
}
