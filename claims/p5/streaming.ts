import type { Claim } from '../claim.ts';
import { byLength, LENGTHS, lengths, playModel, writeSession, type Length } from '../workbench/long-sessions.ts';
import { openWorkbench, type Workbench } from '../workbench/open-workbench.ts';
import { round } from '../shared/round.ts';

const LIMITS = { us: 50, linear: 1.5 } as const;
const COUNTS = [16, 16_000, 64_000] as const;
/** Differences below this many microseconds are noise. */
const LEAST_US = 5;

/** Measures the cost of each chunk of an answer, from the wire to the output, with loop detection on every chunk. */
export const streaming: Claim = {
  id: 'P5',
  sentence: `Each of ${COUNTS[1].toLocaleString('en')} streamed chunks costs at most ${LIMITS.us} microseconds of CPU, in a new session and in sessions of 100 to 100,000 records. Each of ${COUNTS[2].toLocaleString('en')} chunks costs at most ${LIMITS.linear}x that.`,
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
        against: `the same answer in ${COUNTS[0]} chunks, which is subtracted; user and system time of the built CLI with its output in a pipe, which contains every chunk; the minimum of ${rounds} rounds; for the ratio, values below ${LEAST_US} count as ${LEAST_US}.${isQuick ? '' : ' For comparison: @google/genai and a plain reader over fetch, each alone, and chunks sent one at a time'}`,
      };
    } finally {
      bench.close();
    }
  },
};

/** The same in resumed sessions. A first prompt in each summarizes a session that is too long for the model. */
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

/**
 * Breaks the cost down: the wire alone, with genai and with fetch, and everything when each chunk arrives separately.
 */
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
  /** The chunk counts; the first is the baseline of the others. */
  readonly counts: readonly number[];
  /** The server sends each chunk separately. */
  readonly isApart?: boolean;
}

/** Microseconds of CPU per chunk, for each count after the first. */
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

/** Throws for a truncated answer, which costs less than a complete one and would falsify the figure. */
function checkWhole(stdout: string, chunks: number): void {
  const words = stdout.split(/\s+/).filter((word) => word !== '').length;
  const isCounted = stdout.trim() === String(chunks); // the wire alone prints only the count
  if (words !== chunks && !isCounted) throw new Error(`${words} of ${chunks} chunks came out`);
}
