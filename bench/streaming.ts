import type { Claim } from './claim.ts';
import { openWorkbench, type Workbench } from './open-workbench.ts';
import { round } from './round.ts';

const LIMITS = { us: 50, linear: 1.5 } as const;
const COUNTS = [16, 16_000, 64_000] as const;

/** What each chunk of an answer costs us, from the wire to the output. */
export const streaming: Claim = {
  id: 'P5',
  sentence: `Of ${COUNTS[1].toLocaleString('en')} streamed chunks each costs at most ${LIMITS.us} microseconds of CPU, and each of ${COUNTS[2].toLocaleString('en')} at most ${LIMITS.linear}x that.`,
  async run({ isQuick, say }) {
    const bench = await openWorkbench();
    try {
      const rounds = isQuick ? 3 : 5;
      const ours = await measure(bench, { args: (prompt) => [bench.cli, '-p', prompt], rounds });
      const linearRatio = round(ours.perLong / ours.perShort);
      say(`${ours.perShort} us a chunk, ${linearRatio}x that with ${COUNTS[2]}`);
      const parts = isQuick ? {} : await measureParts(bench, rounds);
      return {
        holds: ours.perShort <= LIMITS.us && linearRatio <= LIMITS.linear,
        figures: {
          usPerChunk: ours.perShort,
          usPerChunkOf64000: ours.perLong,
          linearRatio,
          ...parts,
        },
        against: `the same answer in ${COUNTS[0]} chunks, subtracted; user and system time of the built CLI with its output in a pipe, the least of ${rounds} rounds.${isQuick ? '' : ' Beside it: @google/genai and a plain reader over fetch by themselves, and chunks sent one at a time'}`,
      };
    } finally {
      bench.close();
    }
  },
};

/** Where it goes: the wire by itself, two ways, and all of it when no two chunks come together. */
async function measureParts(bench: Workbench, rounds: number): Promise<Record<string, number>> {
  const genai = await measure(bench, { args: (prompt) => [bench.streamWire, 'genai', prompt], rounds });
  const plain = await measure(bench, { args: (prompt) => [bench.streamWire, 'fetch', prompt], rounds });
  const apart = await measure(bench, { args: (prompt) => [bench.cli, '-p', prompt], rounds, isApart: true });
  return { usPerChunkApart: apart.perShort, genaiAloneUs: genai.perShort, fetchAloneUs: plain.perShort };
}

interface Subject {
  readonly args: (prompt: string) => readonly string[];
  readonly rounds: number;
  /** The server sends each chunk by itself. */
  readonly isApart?: boolean;
}

/** Microseconds of CPU per chunk, of a long answer and of a shorter one. */
async function measure(
  bench: Workbench,
  { args, rounds, isApart = false }: Subject,
): Promise<{ readonly perLong: number; readonly perShort: number }> {
  const least = new Map<number, number>();
  for (let n = 0; n < rounds; n += 1) {
    for (const chunks of COUNTS) {
      const { probe } = await bench.probe(args(JSON.stringify({ chunks, isApart })));
      least.set(chunks, Math.min(least.get(chunks) ?? Infinity, probe.cpuMs));
    }
  }
  const [none, short, long] = COUNTS;
  const per = (chunks: number): number => {
    const ms = (least.get(chunks) ?? Number.NaN) - (least.get(none) ?? Number.NaN);
    return round((ms * 1000) / (chunks - none));
  };
  return { perLong: per(long), perShort: per(short) };
}
