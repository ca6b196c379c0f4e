import { createSeededRandom, type SeededRandom } from '../../tests/kit/seeded-random.ts';

const owners = ['lives', 'killed', 'stopped', 'cut off'] as const;
const supervisors = ['lives', 'killed', 'stopped'] as const;
const places = ['other home', 'same home', 'shared folder'] as const;
const writers = ['forks', 'setsid', 'ignores TERM', 'all'] as const;

/** Where the next owner runs: with a home of its own, with the same one, or where it cannot see the processes. */
export type NextPlace = (typeof places)[number];

/** One takeover to play. */
export interface Variant {
  /** What happens to the owner of the session. One that lives is replaced all the same. */
  readonly owner: (typeof owners)[number];
  /** What happens to the supervisor of its command. */
  readonly supervisor: (typeof supervisors)[number];
  readonly place: NextPlace;
  /** How the processes of the command try to be missed. */
  readonly writer: (typeof writers)[number];
  readonly isBackground: boolean;
  /** From when on `afterMs` counts: from the request of the command, or from its first lines. */
  readonly moment: 'starts' | 'writes';
  readonly afterMs: number;
  /** From the fault of the owner to that of the supervisor. Negative: the supervisor is first. */
  readonly gapMs: number;
  readonly isFenced: boolean;
}

type Kind = Omit<Variant, 'moment' | 'afterMs' | 'gapMs' | 'isFenced'>;

/** In the same home, a background command goes on for the next owner. */
const kinds: readonly Kind[] = places
  .flatMap((place) => writers.map((writer) => ({ place, writer })))
  .flatMap((kind) => owners.map((owner) => ({ ...kind, owner })))
  .flatMap((kind) => supervisors.map((supervisor) => ({ ...kind, supervisor })))
  .flatMap((kind) => [false, true].map((isBackground) => ({ ...kind, isBackground })))
  .filter(({ place, isBackground }) => place !== 'same home' || !isBackground);

/** Long enough to renew the lease several times. */
const WRITES_MS = 4500;
const STARTS_MS = 2500;
const GAP_MS = 200;
/** So many variants hit a command that runs, each place with each fate of a supervisor. */
const SURE = places.length * supervisors.length;

/** The variants of a run, at random moments, no kind twice before all were played, and some without the fence. */
export function planVariants(
  { count, controls }: { readonly count: number; readonly controls: number },
  seed: number,
): readonly Variant[] {
  const random = createSeededRandom(seed);
  const shuffled = shuffle(kinds, random);
  const chosen = spread(shuffled);
  const fenced = Array.from({ length: count }, (_, n) => chosen[n % chosen.length] ?? fail());
  const unfenced = shuffled.filter(({ place, supervisor }) => place === 'other home' && supervisor === 'lives');
  return [
    ...fenced.map((kind, n) => ({ ...kind, ...momentOf(random, n < SURE ? 'writes' : undefined), isFenced: true })),
    ...Array.from({ length: controls }, (_, n) => {
      const kind = unfenced[n % unfenced.length] ?? fail();
      return { ...kind, ...momentOf(random, 'writes'), isFenced: false };
    }),
  ];
}

function momentOf({ int }: SeededRandom, given?: Variant['moment']): Pick<Variant, 'moment' | 'afterMs' | 'gapMs'> {
  const moment = given ?? (int(0, 2) === 0 ? 'starts' : 'writes');
  return { moment, afterMs: int(0, moment === 'starts' ? STARTS_MS : WRITES_MS), gapMs: int(-GAP_MS, GAP_MS) };
}

/** Each place with each fate of a supervisor first, so that a short run has all of them. */
function spread(shuffled: readonly Kind[]): readonly Kind[] {
  const first = places.flatMap((place) =>
    supervisors.flatMap(
      (supervisor) => shuffled.find((kind) => kind.place === place && kind.supervisor === supervisor) ?? [],
    ),
  );
  return [...first, ...shuffled.filter((kind) => !first.includes(kind))];
}

function shuffle<Item>(items: readonly Item[], { int }: SeededRandom): readonly Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(int(0, left.length - 1), 1));
}

function fail(): never {
  throw new Error('there are no variants');
}

/** A line names the owner that started the command: a call that had not begun is begun by the next one. */
const WRITE = 'while [ ! -e stop ]; do echo "${FENCE_MARK##*-}" >> written; sleep 0.005; done';
const STUBBORN = `trap "" TERM HUP INT; ${WRITE}`;

/** A command that writes until the file `stop` exists. */
export function toCommand(writer: Variant['writer']): string {
  switch (writer) {
    case 'forks':
      return `(${WRITE}) & (${WRITE}) & ${WRITE}`;
    case 'setsid':
      return `setsid bash -c '${WRITE}' & ${WRITE}`;
    case 'ignores TERM':
      return STUBBORN;
    case 'all':
      return `setsid bash -c '${STUBBORN}' & (${STUBBORN}) & ${STUBBORN}`;
  }
}
