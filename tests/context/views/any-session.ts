import { defaultMasking, type MaskingRules } from '@bowline/context';
import fc from 'fast-check';

/** A text by kind and length, so that a failing test prints even a huge one briefly. */
export interface AnyText {
  readonly look: 'prose' | 'lines' | 'rows' | 'wide';
  readonly length: number;
  readonly from: number;
}

/** Something that happens concurrently. */
export type Meanwhile =
  | { readonly kind: 'message'; readonly text: AnyText }
  | { readonly kind: 'memory'; readonly text: AnyText }
  | { readonly kind: 'mode' }
  | { readonly kind: 'loop'; readonly strike: number };

/** A call, its outcome, and its position among the results of its batch. */
export interface AnyCall {
  readonly tool: string;
  readonly outcome: 'ok' | 'error' | 'interrupted' | 'media' | 'never';
  readonly text: AnyText;
  readonly hasArtifact: boolean;
  readonly order: number;
  readonly meanwhile: readonly Meanwhile[];
}

/** An answer of the model. */
export interface AnyAnswer {
  readonly kind: 'answer';
  readonly thought: AnyText | null;
  readonly text: AnyText | null;
  readonly calls: readonly AnyCall[];
  /** Messages sent while the model answered. */
  readonly heard: readonly AnyText[];
  /** The token count of the provider per estimated token; null if it reports none. */
  readonly counted: number | null;
}

/** One action in a session. */
export type Deed =
  | { readonly kind: 'say'; readonly text: AnyText }
  | AnyAnswer
  | { readonly kind: 'note'; readonly note: Meanwhile }
  /** Ends the stream, whatever is open. */
  | { readonly kind: 'end' }
  /** A request to compact the history. */
  | { readonly kind: 'compact' }
  | { readonly kind: 'rewind'; readonly share: number }
  | { readonly kind: 'fork'; readonly share: number }
  | { readonly kind: 'reopen' };

/** A possible session: all of its actions, and the settings of its model. */
export interface AnySession {
  readonly window: number;
  readonly masking: MaskingRules;
  readonly compactAt: number | undefined;
  /** The length of each summary, in order. */
  readonly summaries: readonly AnyText[];
  readonly deeds: readonly Deed[];
}

/** The maximum number of messages sent while the model answers. */
const MOST_HEARD = 3;

/** Based on integers: fast-check picks doubles evenly by their bits, so nearly all would be close to zero. */
const shareOf = (least: number, most: number): fc.Arbitrary<number> =>
  fc.integer({ min: Math.round(least * 100), max: Math.round(most * 100) }).map((n) => n / 100);

const looks = fc.constantFrom('prose', 'lines', 'rows', 'wide');
const textOf = (length: fc.Arbitrary<number>): fc.Arbitrary<AnyText> =>
  fc.record({ look: looks, length, from: fc.nat({ max: 50 }) });
const short = textOf(fc.integer({ min: 1, max: 120 }));
const middling = textOf(fc.integer({ min: 100, max: 4000 }));
const huge = textOf(fc.integer({ min: 4000, max: 30_000 }));
const anything = fc.oneof({ weight: 5, arbitrary: short }, { weight: 4, arbitrary: middling }, huge);

const meanwhile: fc.Arbitrary<Meanwhile> = fc.oneof(
  fc.record({ kind: fc.constant('message'), text: short }),
  fc.record({ kind: fc.constant('memory'), text: short }),
  fc.record({ kind: fc.constant('mode') }),
  fc.record({ kind: fc.constant('loop'), strike: fc.constantFrom(1, 2) }),
);

const call: fc.Arbitrary<AnyCall> = fc.record({
  tool: fc.constantFrom('read_file', 'run_shell_command', 'ask_user'),
  outcome: fc.oneof(
    { weight: 6, arbitrary: fc.constant('ok') },
    fc.constantFrom('error', 'interrupted', 'media', 'never'),
  ),
  text: anything,
  hasArtifact: fc.boolean(),
  order: fc.nat({ max: 9 }),
  meanwhile: fc.array(meanwhile, { maxLength: 2 }),
});

const spoken: fc.Arbitrary<AnyText | null> = fc.option(short);
const heard: fc.Arbitrary<readonly AnyText[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  fc.array(short, { maxLength: MOST_HEARD }),
);
const counted: fc.Arbitrary<number | null> = fc.option(shareOf(0.4, 2.2));
const calls = fc.array(call, { maxLength: 4 });
const answer: fc.Arbitrary<AnyAnswer> = fc.record({
  kind: fc.constant('answer'),
  thought: spoken,
  text: spoken,
  calls,
  heard,
  counted,
});

const share = shareOf(0, 1);
const going: readonly { weight: number; arbitrary: fc.Arbitrary<Deed> }[] = [
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('say'), text: fc.oneof({ weight: 8, arbitrary: short }, anything) }),
  },
  { weight: 10, arbitrary: answer },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('note'), note: meanwhile }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('compact') }) },
];
const turning: readonly { weight: number; arbitrary: fc.Arbitrary<Deed> }[] = [
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rewind'), share }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fork'), share }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reopen') }) },
];

const masking: fc.Arbitrary<MaskingRules> = fc.record({
  protectedTokens: fc.integer({ min: 0, max: 1500 }),
  leastTokens: fc.integer({ min: 0, max: 600 }),
  smallestTokens: fc.constant(defaultMasking.smallestTokens),
  exempt: fc.constant(defaultMasking.exempt),
});

const around = {
  window: fc.integer({ min: 1500, max: 20_000 }),
  masking: fc.oneof({ weight: 3, arbitrary: masking }, fc.constant(defaultMasking)),
  compactAt: fc.option(shareOf(0.3, 0.95), { nil: undefined }),
  summaries: fc.array(fc.oneof({ weight: 3, arbitrary: short }, { weight: 3, arbitrary: middling }, huge), {
    minLength: 1,
    maxLength: 4,
  }),
};

/** A session that only continues. */
export const anySession: fc.Arbitrary<AnySession> = fc.record({
  ...around,
  deeds: fc.array(fc.oneof(...going), { minLength: 6, maxLength: 24, size: 'max' }),
});

/** A session that is also rewound, forked and reopened. */
export const anyTree: fc.Arbitrary<AnySession> = fc.record({
  ...around,
  deeds: fc
    .array(fc.oneof(...going, ...turning), { minLength: 6, maxLength: 24, size: 'max' })
    .map((deeds): Deed[] => [...deeds, { kind: 'reopen' }]),
});

const words = {
  prose: ['the', 'port', '8080', 'of', 'src/a.ts', 'was', 'opened', 'twice,', 'never', 'again.'],
  lines: ['ok 1 - loads the page\n', 'not ok 2 - closes\n', '    at run (src/run.ts:10:4)\n', '\n'],
  rows: [`${'a long row of a table | '.repeat(8)}\n`],
  wide: ['書く', '🚢⚓', 'naïve', '行', '🧵', 'Ω≈ç'],
} as const;

/** Expands it to the actual text. */
export function toText({ look, length, from }: AnyText): string {
  const some = words[look];
  const joint = look === 'prose' ? ' ' : '';
  const round = some.map((_, n) => some[(n + from) % some.length] ?? '').join(joint) + joint;
  const whole = round.repeat(Math.ceil(length / round.length)).slice(0, length);
  return whole.isWellFormed() ? whole : whole.slice(0, -1);
}
