import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openStore,
  Projection,
  sessionFold,
  type NewRecord,
  type SessionLog,
  type SessionState,
  type SessionStore,
} from '@bowline/log';
import { AgentError, approvalModes, type ApprovalMode } from '@bowline/protocol';
import { all, owner, started } from '@bowline/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planRewind } from './plan-rewind.ts';

let folder: string;
let store: SessionStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  store = openStore({ root: folder });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const strictness: readonly ApprovalMode[] = ['plan', 'preview', 'default', 'auto_edit', 'yolo'];
const rank = (mode: ApprovalMode): number => strictness.indexOf(mode);
/** The current mode, and the one that applies after plan mode. */
const ranksOf = ({ mode, modeBeforePlan }: SessionState): [number, number] => [
  rank(mode),
  rank(mode === 'plan' ? modeBeforePlan : mode),
];

type Op =
  | { readonly kind: 'mode'; readonly mode: ApprovalMode }
  | { readonly kind: 'turn' | 'undo' }
  | { readonly kind: 'rewind' | 'fork'; readonly at: number };

const ops: fc.Arbitrary<Op[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('mode' as const), mode: fc.constantFrom(...approvalModes) }),
    fc.constant({ kind: 'turn' as const }),
    fc.constant({ kind: 'undo' as const }),
    fc.record({ kind: fc.constantFrom('rewind' as const, 'fork' as const), at: fc.nat(20) }),
  ),
  { minLength: 4, maxLength: 16 },
);

const turn = (n: number): NewRecord[] => [
  { type: 'stream_started', streamId: `t${n}`, body: {} },
  { type: 'user_message', streamId: `t${n}`, body: { messageId: `m${n}`, content: [{ type: 'text', text: 'x' }] } },
  { type: 'stream_ended', streamId: `t${n}`, body: { reason: 'completed' } },
];

async function stateOf(log: SessionLog): Promise<SessionState> {
  return (await Projection.open(log, sessionFold)).state;
}

/** Rewinds like the agent. Skips what is impossible. */
async function goBack(op: Op, log: SessionLog): Promise<void> {
  try {
    const streams = (await all(log.read())).filter(({ type }) => type === 'stream_started');
    const before = op.kind === 'rewind' ? (streams[op.at % Math.max(1, streams.length)]?.id ?? '') : '';
    const data = op.kind === 'undo' ? { undo: true } : { before };
    await log.append(await planRewind(data, log, await stateOf(log)));
  } catch (thrown) {
    if (!AgentError.is(thrown) || !['SEND_INVALID', 'UNKNOWN_EVENT'].includes(thrown.code)) throw thrown;
  }
}

let sessions = 0;

async function play(list: readonly Op[]): Promise<number> {
  let log = await store.open(`s${(sessions += 1)}`, { owner, create: true });
  let checked = 0;
  await log.append([started(log.sessionId)]);
  for (const [n, op] of list.entries()) {
    const before = ranksOf(await stateOf(log));
    if (op.kind === 'mode') await log.append([{ type: 'mode_changed', body: { mode: op.mode } }]);
    else if (op.kind === 'turn') await log.append(turn(n));
    else {
      if (op.kind === 'fork') {
        const as = `s${(sessions += 1)}`;
        await store.fork(log.sessionId, { at: 1 + (op.at % log.head.seq), as, owner });
        await log.close();
        log = await store.open(as, { owner });
      } else await goBack(op, log);
      const after = ranksOf(await stateOf(log));
      expect({ op, isLooser: after.some((value, side) => value > (before[side] ?? 0)), before, after }).toMatchObject({
        isLooser: false,
      });
      checked += 1;
    }
  }
  await log.close();
  return checked;
}

test('no rewind, undo or fork loosens the approval mode, now or when plan mode is left', async () => {
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(ops, async (list) => {
      checked += await play(list);
    }),
    {
      numRuns: 60,
      examples: [
        [
          [
            { kind: 'mode', mode: 'yolo' },
            { kind: 'turn' },
            { kind: 'mode', mode: 'default' },
            { kind: 'rewind', at: 0 },
          ],
        ],
      ],
    },
  );
  expect(checked).toBeGreaterThan(60);
}, 60_000);
