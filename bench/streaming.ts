import type { Claim } from './claim.ts';
import { byLength, LENGTHS, lengths, playModel, writeSession, type Length } from './long-sessions.ts';
import { openWorkbench, type Workbench } from './open-workbench.ts';
import { round } from './round.ts';

const LIMITS = { us: 50, linear: 1.5 } as const;
const COUNTS = [16, 16_000, 64_000] as const;
/** Fewer microseconds than this are not told apart from nothing. */
const LEAST_US = 5;

/** What each chunk of an answer costs us, from the wire to the output. The search for loops is on, and reads every one. */
export const streaming: Claim = {
  id: 'P5',
  sentence: `Of ${COUNTS[1].toLocaleString('en')} streamed chunks each costs at most ${LIMITS.us} microseconds of CPU, in a new session and in ones of 100 to 100,000 records, and each of ${COUNTS[2].toLocaleString('en')} at most ${LIMITS.linear}x that.`,
  async run({ isQuick, say }) {
    const bench = await openWorkbench();
    try {
      const rounds = isQuick ? 2 : 5;
      const ours = await measure(bench, { args: (prompt) => [bench.cli, '-p', prompt], rounds, counts: COUNTS });
      const [short = Number.NaN, long = Number.NaN] = ours;
      const linearRatio = round(Math.max(long, LEAST_US) / Math.max(short, LEAST_US));
      say(`${short} us a chunk, ${linearRatio}x that with ${COUNTS[2]}`);
      const inSessions = await measureInSessions(bench, rounds);
      say(`in sessions of so many records: ${JSON.stringify(inSessions)}`);
      const parts = isQuick ? {} : await measureParts(bench, rounds);
      return {
        holds: [short, ...Object.values(inSessions)].every((us) => us <= LIMITS.us) && linearRatio <= LIMITS.linear,
        figures: {
          usPerChunk: short,
          usPerChunkOf64000: long,
          linearRatio,
          ...Object.fromEntries(lengths.map((length) => [`usPerChunkAt${LENGTHS[length]}`, inSessions[length]])),
          ...parts,
        },
        against: `the same answer in ${COUNTS[0]} chunks, subtracted; user and system time of the built CLI with its output in a pipe, every chunk of it there, the least of ${rounds} rounds; for the ratio what is below ${LEAST_US} counts as ${LEAST_US}.${isQuick ? '' : ' Beside it: @google/genai and a plain reader over fetch by themselves, and chunks sent one at a time'}`,
      };
    } finally {
      bench.close();
    }
  },
};

/** The same in sessions that are gone on with; a first word in each has it summarised, where it is too long for the model. */
async function measureInSessions(bench: Workbench, rounds: number): Promise<Record<Length, number>> {
  await playModel(bench);
  const found = byLength(() => Number.NaN);
  for (const length of lengths) {
    await writeSession(bench, length, length);
    await bench.run([bench.cli, '--resume', length, '-p', 'hi']);
    const args = (prompt: string): string[] => [bench.cli, '--resume', length, '-p', prompt];
    const [us = Number.NaN] = await measure(bench, { args, rounds, counts: COUNTS.slice(0, 2) });
    found[length] = us;
  }
  return found;
}

/** Where it goes: the wire by itself, two ways, and all of it when no two chunks come together. */
async function measureParts(bench: Workbench, rounds: number): Promise<Record<string, number>> {
  const counts = COUNTS.slice(0, 2);
  const [genai = Number.NaN] = await measure(bench, {
    args: (prompt) => [bench.streamWire, 'genai', prompt],
    rounds,
    counts,
  });
  const [plain = Number.NaN] = await measure(bench, {
    args: (prompt) => [bench.streamWire, 'fetch', prompt],
    rounds,
    counts,
  });
  const args = (prompt: string): string[] => [bench.cli, '-p', prompt];
  const [apart = Number.NaN] = await measure(bench, { args, rounds, counts, isApart: true });
  return { usPerChunkApart: apart, genaiAloneUs: genai, fetchAloneUs: plain };
}

interface Subject {
  readonly args: (prompt: string) => readonly string[];
  readonly rounds: number;
  /** How many chunks; the first is what the others are measured against. */
  readonly counts: readonly number[];
  /** The server sends each chunk by itself. */
  readonly isApart?: boolean;
}

/** Microseconds of CPU per chunk, of answers of so many chunks but the first. */
async function measure(bench: Workbench, { args, rounds, counts, isApart = false }: Subject): Promise<number[]> {
  const least = new Map<number, number>();
  for (let n = 0; n < rounds; n += 1) {
    for (const chunks of counts) {
      const { probe, stdout } = await bench.probe(args(JSON.stringify({ chunks, isApart })));
      checkWhole(stdout, chunks);
      least.set(chunks, Math.min(least.get(chunks) ?? Infinity, probe.cpuMs));
    }
  }
  const [none = Number.NaN, ...measured] = counts;
  return measured.map((chunks) => {
    const ms = (least.get(chunks) ?? Number.NaN) - (least.get(none) ?? Number.NaN);
    return round((ms * 1000) / (chunks - none));
  });
}

/** An answer that was cut costs nothing, and says nothing about what a whole one costs. */
function checkWhole(stdout: string, chunks: number): void {
  const words = stdout.split(/\s+/).filter((word) => word !== '').length;
  const isCounted = stdout.trim() === String(chunks); // the wire by itself only counts them
  if (words !== chunks && !isCounted) throw new Error(`${words} of ${chunks} chunks came out`);
}
