import { kinds } from './character-kinds.ts';
import { TokenWindow } from './token-window.ts';

/**
 * A text with something new in every n sentences has at least 60 / n + n - 1 distinct ones among its last 60: never
 * fewer than 14 for any n. For words it is never fewer than 62 among 1,000. These limits therefore accept any list,
 * form or song, but no text that goes in circles, in any order.
 */
const RULES = {
  sentences: { window: 60, mostDifferent: 10, leastCharacters: 2000 },
  words: { window: 1000, mostDifferent: 50, leastCharacters: 2000 },
} as const;

const ENDS = new Uint8Array(128);
for (const end of '.!?\n') ENDS[end.charCodeAt(0)] = 1;
const WIDE_ENDS = '。！？';

/** Detects prose that keeps saying the same few things, in any order. */
export class ProseWatch {
  readonly #sentences = new TokenWindow(RULES.sentences);
  readonly #words = new TokenWindow(RULES.words);

  /** Adds a character. Returns what repeats once it is detected. */
  push(code: number, kind: number): 'sentences' | 'words' | null {
    this.#sentences.push(code, kind);
    this.#words.push(code, kind);
    if (kind === kinds.letter || kind === kinds.digit) return null;
    if (isEnd(code) && this.#sentences.end()) return 'sentences';
    return kind === kinds.space && this.#words.end() ? 'words' : null;
  }
}

function isEnd(code: number): boolean {
  return code < 128 ? ENDS[code] === 1 : WIDE_ENDS.includes(String.fromCharCode(code));
}
