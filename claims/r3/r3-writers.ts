import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@bowline/log';
import { all } from '@bowline/testkit';
import type { Claim, ClaimResult } from '../claim.ts';
import { quantile } from '../shared/quantile.ts';
import { ContenderProcess, type Reply } from './contender-process.ts';

const CONTENDERS = 4;
const HEAR_MS = 100;
const FREE_MS = 1000;

interface Tally {
  twoWriters: number;
  noWriter: number;
  staleAppends: number;
  wrongWords: string[];
  readonly refusalMs: number[];
  readonly freeMs: number[];
  takeovers: number;
  deaths: number;
  stops: number;
}

/** The sessions folder of a race, the contenders, and the counts. */
interface Ring {
  readonly root: string;
  readonly contenders: ContenderProcess[];
  readonly tally: Tally;
}

/** Lets processes race for a session repeatedly; some winners are frozen, some killed. */
export const r3Writers: Claim = {
  id: 'R3',
  sentence: `In 1,000 races of ${CONTENDERS} processes, including frozen owners, a session never has two writers. The loser is told within ${HEAR_MS} ms. The lock is free within ${FREE_MS} ms of its owner's death.`,
  async run({ isQuick, say }) {
    const root = mkdtempSync(join(tmpdir(), 'bowline-race-'));
    const races = isQuick ? 100 : 1000;
    const tally: Tally = {
      twoWriters: 0,
      noWriter: 0,
      staleAppends: 0,
      wrongWords: [],
      refusalMs: [],
      freeMs: [],
      takeovers: 0,
      deaths: 0,
      stops: 0,
    };
    const contenders = Array.from({ length: CONTENDERS }, (_, n) => new ContenderProcess(root, `c${n}`));
    try {
      await contenders[0]?.order('create s');
      await contenders[0]?.order('close');
      for (let n = 0; n < races; n += 1) {
        if (n % 100 === 0) say(`race ${n} of ${races}`);
        await race({ root, contenders, tally }, n);
      }
      await Promise.all(contenders.map((contender) => contender.kill()));
      const { isSound, epochs } = await inspect(root);
      return toResult(races, tally, { isSound, epochs });
    } finally {
      await Promise.all(contenders.map((contender) => contender.kill()));
      rmSync(root, { recursive: true, force: true });
    }
  },
};

function toResult(races: number, tally: Tally, log: { isSound: boolean; epochs: number }): ClaimResult {
  const refusalWorstMs = Math.max(...tally.refusalMs);
  const freeAfterDeathWorstMs = Math.max(...tally.freeMs);
  const faults = tally.twoWriters + tally.noWriter + tally.staleAppends + tally.wrongWords.length;
  const isShown = tally.takeovers > 0 && tally.deaths > 0 && tally.stops > 0;
  return {
    holds: isShown && faults === 0 && log.isSound && refusalWorstMs <= HEAR_MS && freeAfterDeathWorstMs <= FREE_MS,
    figures: {
      races,
      twoWriters: tally.twoWriters,
      racesWithoutWinner: tally.noWriter,
      appendsByFencedOwners: tally.staleAppends,
      unexpectedAnswers: tally.wrongWords.length === 0 ? 0 : tally.wrongWords.slice(0, 5).join(', '),
      frozenOwners: tally.stops,
      takeovers: tally.takeovers,
      killedOwners: tally.deaths,
      refusalP50Ms: quantile(tally.refusalMs, 0.5),
      refusalWorstMs,
      freeAfterDeathWorstMs: Math.round(freeAfterDeathWorstMs * 10) / 10,
      recordsWithRisingEpochs: log.epochs,
      isSound: log.isSound,
    },
    against: `the limits of ${HEAR_MS} ms and ${FREE_MS} ms, measured inside the processes`,
  };
}

async function race({ root, contenders, tally }: Ring, n: number): Promise<void> {
  const replies = await Promise.all(contenders.map((contender) => contender.order('open s')));
  const winners = contenders.filter((_, index) => replies[index]?.word === 'OPEN');
  judge(replies, tally);
  if (winners.length > 1) tally.twoWriters += 1;
  const [winner] = winners;
  if (winner === undefined) {
    tally.noWriter += 1;
    return;
  }
  const others = contenders.filter((contender) => contender !== winner);
  expectWord(await winner.order('append'), 'APPENDED', tally);
  if (n % 10 === 3) await freeze(winner, others, tally);
  else if (n % 10 === 7) await die({ root, contenders, tally }, winner);
  else await winner.order('close');
}

/** Checks that a frozen owner keeps the session, and that it cannot write after a takeover. */
async function freeze(owner: ContenderProcess, others: readonly ContenderProcess[], tally: Tally): Promise<void> {
  owner.signal('SIGSTOP');
  tally.stops += 1;
  judge(await Promise.all(others.map((other) => other.order('open s'))), tally);
  const takers = await Promise.all(others.map((other) => other.order('takeover s')));
  const taken = others.filter((_, index) => takers[index]?.word === 'OPEN');
  tally.takeovers += taken.length;
  if (taken.length === 0) tally.noWriter += 1;
  owner.signal('SIGCONT');
  const late = await owner.order('append');
  if (late.word === 'APPENDED') tally.staleAppends += 1;
  else expectWord(late, 'SESSION_FENCED', tally);
  // Several contenders may take over in succession; all but the last are fenced.
  const appends = await Promise.all(taken.map((taker) => taker.order('append')));
  if (appends.filter(({ word }) => word === 'APPENDED').length > 1) tally.twoWriters += 1;
  await Promise.all([owner, ...taken].map((contender) => contender.order('close')));
}

async function die({ root, contenders, tally }: Ring, owner: ContenderProcess): Promise<void> {
  const index = contenders.indexOf(owner);
  const heir = contenders[(index + 1) % contenders.length];
  owner.signal('SIGKILL');
  const start = performance.now();
  tally.deaths += 1;
  for (;;) {
    const reply = await heir?.order('open s');
    if (reply?.word === 'OPEN' || performance.now() - start > 5 * FREE_MS) break;
  }
  tally.freeMs.push(performance.now() - start);
  await heir?.order('close');
  await owner.kill();
  const successor = new ContenderProcess(root, `c${index}`);
  await successor.order('close');
  contenders[index] = successor;
}

function judge(replies: readonly Reply[], tally: Tally): void {
  for (const reply of replies) {
    if (reply.word === 'OPEN') continue;
    expectWord(reply, 'SESSION_BUSY', tally);
    tally.refusalMs.push(reply.ms);
  }
}

function expectWord({ word }: Reply, wanted: string, tally: Tally): void {
  if (word !== wanted) tally.wrongWords.push(`${word} instead of ${wanted}`);
}

/** Checks the log itself: every record names its epoch, and epochs only increase. */
async function inspect(root: string): Promise<{ isSound: boolean; epochs: number }> {
  const store = openStore({ root });
  const reader = await store.openReader('s');
  const { isSound } = await reader.verify();
  const epochs = (await all(reader.read())).flatMap((record) => {
    const match = record.type === 'notice' ? /in epoch (\d+)$/.exec(record.body.text) : null;
    return match === null ? [] : [Number(match[1])];
  });
  await reader.close();
  await store.close();
  return {
    isSound: isSound && epochs.every((epoch, n) => n === 0 || epoch >= (epochs[n - 1] ?? 0)),
    epochs: epochs.length,
  };
}
