import { openBareTurns } from './open-bare-turns.ts';
import { openBenchSessions } from '../server-bench/bench-sessions.ts';
import type { Claim } from '../claim.ts';
import { openServerBench, type ServerBench } from '../server-bench/open-server-bench.ts';
import { measurePostgresAppends } from './postgres-appends.ts';
import { quantile } from '../shared/quantile.ts';
import { round } from '../shared/round.ts';

const LIMITS = { asking: 0.25, appending: 0.2, bar: 0.8 } as const;
/** The number of turns in a session before the next session begins, because a long session costs more by itself. */
const TURNS = 25;
const FEW = 1;
const MANY = 64;
/** The sessions of a round, over all its lanes. */
const SESSIONS = 64;

/** Bowline, a bare handler that also calls the model, and one that only appends. */
const kinds = ['ours', 'asking', 'appending'] as const;
type Kind = (typeof kinds)[number];

/** Measures the cost of durable turns on a server, against engine and database alone. */
export const durableTurns: Claim = {
  id: 'P9',
  sentence: `At ${MANY} sessions, the server completes at least ${LIMITS.appending}x the durable turns per second of a bare Restate handler that does the same appends, and ${LIMITS.asking}x those of a handler that also calls the same model (target: ${LIMITS.bar}x). The difference is the agent: for every turn, it opens its session, builds its request and folds its answer, and its inbox and its fence need five more transactions.`,
  async run({ isQuick, say }) {
    const bench = await openServerBench();
    try {
      const lanes = await openLanes(bench);
      const few = await compare(lanes, FEW, { rounds: isQuick ? 1 : 4, seconds: isQuick ? 2 : 6 });
      tell(say, FEW, few);
      const many = await compare(lanes, MANY, { rounds: isQuick ? 3 : 8, seconds: isQuick ? 3 : 8 });
      tell(say, MANY, many);
      lanes.close();
      const load = { sessions: MANY, perBlock: isQuick ? 10 : 40, blocks: isQuick ? 2 : 10 };
      const appends = await measurePostgresAppends(bench.postgres.postgres, load);
      say(
        `records appended one by one, a second: ${appends.ours.perSecond}, by the bare driver ${appends.bare.perSecond}`,
      );
      const ratios = { asking: ratio(many, 'asking'), appending: ratio(many, 'appending') };
      return {
        holds: ratios.asking >= LIMITS.asking && ratios.appending >= LIMITS.appending,
        figures: {
          ratioAsking: ratios.asking,
          ratioAppending: ratios.appending,
          ratioAskingOneSession: ratio(few, 'asking'),
          ratioAppendingOneSession: ratio(few, 'appending'),
          ...named('', many),
          ...named('OneSession', few),
          ...costs(many),
          appendsPerSecond: appends.ours.perSecond,
          appendsBarePerSecond: appends.bare.perSecond,
        },
        against: `claims/p9/children/bare-turns.ts: a plain object on the same Restate and PostgreSQL whose turn is the same ${lanes.records} records in the same ${lanes.transactions} transactions; alternating with ours, median of the rounds, one worker each, sessions of ${TURNS} turns`,
      };
    } finally {
      await bench.close();
    }
  },
};

interface Lanes {
  readonly records: number;
  readonly transactions: number;
  /** Creates sessions for one lane of a round. */
  readonly create: (kind: Kind, count: number) => Promise<readonly string[]>;
  readonly turn: (kind: Kind, id: string) => Promise<void>;
  readonly cpu: () => Readonly<Record<string, number>>;
  readonly close: () => void;
}

async function openLanes(bench: ServerBench): Promise<Lanes> {
  const sessions = openBenchSessions(bench);
  const sample = await sessions.create();
  for (let n = 0; n < 3; n += 1) await sessions.turn(sample, 'hi');
  const bare = await openBareTurns(bench, sample);
  return {
    records: bare.records,
    transactions: bare.transactions,
    create: (kind, count) =>
      Promise.all(Array.from({ length: count }, () => (kind === 'ours' ? sessions.create() : bare.create()))),
    turn: (kind, id) => (kind === 'ours' ? sessions.turn(id, 'hi') : bare.turn(id, kind === 'asking' ? 'ask' : 'run')),
    cpu: () => {
      const parts = Object.entries(bench.costs()).map(([name, { cpuMs }]) => [name, cpuMs] as const);
      return { ...Object.fromEntries(parts), bare: bare.cpuMs() };
    },
    close: bare.close,
  };
}

/** One round of one kind. */
interface Round {
  readonly perSecond: number;
  readonly cpuMs: Readonly<Record<string, number>>;
}

type Rounds = Readonly<Record<Kind, readonly Round[]>>;

async function compare(
  lanes: Lanes,
  sessions: number,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Rounds> {
  const all: Record<Kind, Round[]> = { ours: [], asking: [], appending: [] };
  for (let n = -1; n < rounds; n += 1) {
    for (const kind of kinds) {
      const one = await measure(lanes, kind, { sessions, seconds });
      if (n >= 0) all[kind].push(one); // the first round warms up
    }
  }
  return all;
}

async function measure(
  lanes: Lanes,
  kind: Kind,
  { sessions, seconds }: { readonly sessions: number; readonly seconds: number },
): Promise<Round> {
  // Created before the clock starts: with few lanes, each lane gets through more sessions.
  const made = await Promise.all(Array.from({ length: sessions }, () => lanes.create(kind, SESSIONS / sessions)));
  const [began, before] = [performance.now(), lanes.cpu()];
  const runLane = async (ids: readonly string[]): Promise<number> => {
    let count = 0;
    for (; performance.now() < began + seconds * 1000; count += 1)
      await lanes.turn(kind, ids[Math.floor(count / TURNS) % ids.length] ?? '');
    return count;
  };
  const turns = (await Promise.all(made.map(runLane))).reduce((sum, count) => sum + count, 0);
  const wallMs = performance.now() - began;
  const after = Object.entries(lanes.cpu());
  return {
    perSecond: (turns / wallMs) * 1000,
    cpuMs: Object.fromEntries(after.map(([name, cpuMs]) => [name, (cpuMs - (before[name] ?? 0)) / turns])),
  };
}

/** The median over the rounds, each compared with the round of the other kind right after it. */
function ratio(rounds: Rounds, kind: Kind): number {
  const ratios = rounds.ours.map(({ perSecond }, n) => perSecond / (rounds[kind][n]?.perSecond ?? Number.NaN));
  return round(quantile(ratios, 0.5));
}

function perSecond(rounds: readonly Round[]): number {
  return round(
    quantile(
      rounds.map((one) => one.perSecond),
      0.5,
    ),
  );
}

function named(suffix: string, rounds: Rounds): Record<string, number> {
  return Object.fromEntries(kinds.map((kind) => [`${kind}PerSecond${suffix}`, perSecond(rounds[kind])]));
}

function costs(rounds: Rounds): Record<string, number> {
  const parts = { ours: ['worker', 'restate', 'postgres'], appending: ['bare', 'restate', 'postgres'] } as const;
  const cost = (kind: keyof typeof parts, part: string): number =>
    round(
      quantile(
        rounds[kind].map(({ cpuMs }) => cpuMs[part] ?? 0),
        0.5,
      ),
    );
  return Object.fromEntries(
    (['ours', 'appending'] as const).flatMap((kind) =>
      parts[kind].map((part) => [`${kind}CpuMs_${part === 'bare' ? 'worker' : part}`, cost(kind, part)] as const),
    ),
  );
}

function tell(say: (line: string) => void, sessions: number, rounds: Rounds): void {
  const rates = kinds.map((kind) => `${kind} ${perSecond(rounds[kind]).toFixed(0)}`).join(', ');
  const ours = Object.entries(rounds.ours[0]?.cpuMs ?? {}).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
  say(`${sessions} sessions, turns a second: ${rates}; ms of CPU in a turn of ours: ${ours.join(', ')}`);
}
