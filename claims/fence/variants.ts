/** What happens to the owner of a session while its command writes. */
export type Fault = 'killed' | 'stopped' | 'cut off' | 'killed with its supervisor' | 'stopped with its supervisor';

/** Where the next owner runs: with a home of its own, with the same one, or where it cannot see the processes. */
export type NextPlace = 'other home' | 'same home' | 'shared folder';

/** How the processes of the command try to be missed. */
export type Writer = 'forks' | 'setsid' | 'ignores TERM' | 'all';

/** One takeover to play. */
export interface Variant {
  readonly fault: Fault;
  readonly place: NextPlace;
  readonly writer: Writer;
  readonly isBackground: boolean;
  readonly isFenced: boolean;
}

const faults: readonly Fault[] = [
  'killed',
  'stopped',
  'cut off',
  'killed with its supervisor',
  'stopped with its supervisor',
];
const writers: readonly Writer[] = ['forks', 'setsid', 'ignores TERM', 'all'];

/**
 * Where nothing sees a killed or stopped supervisor, only a fresh copy of the workspace would hold. A background command goes on
 * for the next owner in the same home.
 */
function canHold({ fault, place, isBackground }: Variant): boolean {
  if (place === 'shared folder') return !fault.endsWith('with its supervisor');
  return place !== 'same home' || !isBackground;
}

const all: readonly Variant[] = (['other home', 'shared folder', 'same home'] as const).flatMap((place) =>
  writers.flatMap((writer) =>
    faults.flatMap((fault) =>
      [false, true].map((isBackground) => ({ fault, place, writer, isBackground, isFenced: true })),
    ),
  ),
);

/** The variants of a run, each kind about equally often, and some of them without the fence. */
export function planVariants(count: number, controls: number): readonly Variant[] {
  const possible = all.filter(canHold);
  // Shares no factor with the length of any list above, so that a few variants differ in everything.
  const step = count < possible.length ? 13 : 1;
  const fenced = Array.from({ length: count }, (_, n) => possible[(n * step) % possible.length] ?? fail());
  const elsewhere = possible.filter(({ place }) => place === 'other home');
  const unfenced = Array.from({ length: controls }, (_, n) => elsewhere[(n * 3) % elsewhere.length] ?? fail());
  return [...fenced, ...unfenced.map((variant) => ({ ...variant, isFenced: false }))];
}

function fail(): never {
  throw new Error('there are no variants');
}

const WRITE = 'while [ ! -e stop ]; do echo old >> written; sleep 0.005; done';
const STUBBORN = `trap '' TERM HUP INT; ${WRITE}`;

/** A command that writes until the file \`stop\` exists. */
export function toCommand(writer: Writer): string {
  switch (writer) {
    case 'forks':
      return `(${WRITE}) & (${WRITE}) & ${WRITE}`;
    case 'setsid':
      return `setsid bash -c '${WRITE}' & ${WRITE}`;
    case 'ignores TERM':
      return STUBBORN;
    case 'all':
      return `setsid bash -c "trap '' TERM HUP INT; ${WRITE}" & (${STUBBORN}) & ${STUBBORN}`;
  }
}
