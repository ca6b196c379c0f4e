import { agentErrorCodeSchema, createMessage, toText, type AgentEvent } from '@bowline/protocol';
import { all, type ScriptedStep } from '@bowline/testkit';
import {
  openWiredSession,
  wiredModels,
  type WiredName,
  type WiredOptions,
  type WiredSession,
} from '../wired-session.ts';
import { TEXT, type Expected, type Fault } from './model-faults.ts';

/** The result of a fault on a wire. */
export interface Cell {
  readonly fault: string;
  readonly wire: WiredName;
  readonly outcome: string;
  readonly ms: number;
  readonly requests: number;
  readonly isHung: boolean;
  /** Errors with an unknown code, with a code that is not a model error, or without a hint. */
  readonly untyped: number;
  /** It came after its deadline, even if it was right. */
  readonly isLate: boolean;
  /** Every other deviation from what is expected. */
  readonly problems: readonly string[];
}

/** How a cell is played: the same fault with other bytes, or with other deadlines. */
export interface CellOptions extends Partial<WiredOptions> {
  readonly vary?: (step: ScriptedStep) => ScriptedStep;
  /** When a turn that has not ended counts as hung. */
  readonly giveUpMs?: number;
}

const GIVE_UP_MS = 10_000;

/** Plays a fault over a wire, as a whole turn of a session, and compares the result. */
export async function playFault(fault: Fault, wire: WiredName, options: CellOptions = {}): Promise<Cell> {
  const { vary = (step) => step, giveUpMs = GIVE_UP_MS, ...rest } = options;
  const { model } = wiredModels[wire];
  const wired = await openWiredSession(fault.script.map(vary), {
    ...(fault.isFallback === true ? { model: 'pro', aliases: toAliases(model) } : { model }),
    context: { loopDetection: false }, // five million equal letters are a loop
    ...fault.options,
    ...rest,
  });
  try {
    const start = performance.now();
    const isHung = !(await playTurn(wired, giveUpMs));
    const ms = Math.round(performance.now() - start);
    const { expected } = fault;
    const problems = [
      ...compareTurn(expected, wired, ms),
      ...(await compareText(expected.end === 'completed' ? (fault.text ?? TEXT) : undefined, wired)),
      ...compareWires(fault, wire, wired),
    ];
    return {
      ...{
        fault: fault.name,
        wire,
        outcome: isHung ? 'hung' : outcomeOf(wired.heard),
        ms,
        isHung,
        isLate: ms > expected.byMs,
      },
      ...{ requests: wired.server.requests.length, untyped: wired.heard.filter(isUntyped).length, problems },
    };
  } finally {
    await wired.close();
  }
}

/** Redirects the second model of Gemini's chain to the wire. Gemini itself needs no alias. */
export function toAliases(model: string): Readonly<Record<string, string>> {
  return model.includes('/') ? { 'gemini-3.5-flash': model } : {};
}

/** Plays one turn; returns false if it was given up. */
async function playTurn({ session }: WiredSession, giveUpMs: number): Promise<boolean> {
  const ended = Promise.withResolvers<boolean>();
  const unsubscribe = session.subscribe((event) => {
    if (event.type === 'agent_end') ended.resolve(true);
  });
  const timer = setTimeout(ended.resolve, giveUpMs, false);
  await session.send(createMessage('go'));
  const hasEnded = await ended.promise;
  clearTimeout(timer);
  unsubscribe();
  return hasEnded;
}

function outcomeOf(heard: readonly AgentEvent[]): string {
  const end = heard.findLast((event) => event.type === 'agent_end');
  const error = heard.findLast((event) => event.type === 'error');
  return end?.reason === 'failed' ? `failed ${error?.code ?? 'without an error'}` : (end?.reason ?? 'no end');
}

function isUntyped(event: AgentEvent): boolean {
  if (event.type !== 'error') return false;
  return (
    !agentErrorCodeSchema.safeParse(event.code).success || !event.code.startsWith('MODEL_') || (event.hint ?? '') === ''
  );
}

function compareTurn(expected: Expected, { heard, server }: WiredSession, ms: number): string[] {
  const { end, requests, retracted = 0, atLeastMs = 0 } = expected;
  const failures = expected.failures ?? requests - 1;
  const count = (type: AgentEvent['type']): number => heard.filter((event) => event.type === type).length;
  return [
    ...differ('the end', outcomeOf(heard), end),
    ...differ('requests', server.requests.length, requests),
    ...differ('failures', count('error'), failures),
    ...differ('retractions', count('message_retracted'), retracted),
    ...differ('what the script did not foresee', server.faults, []),
    ...(ms < atLeastMs ? [`took ${ms} ms, not ${atLeastMs}`] : []),
  ];
}

/** What the user sees, live and later, is the text once or nothing. */
async function compareText(text: string | undefined, { session, heard }: WiredSession): Promise<string[]> {
  const kept = (await all(session.events())).flatMap((event) => (isAnswer(event) ? [toText(event.content)] : []));
  const expected = text === undefined ? [] : [text];
  return [...differ('what is kept', kept, expected), ...differ('what is shown', toScreen(heard), expected)];
}

/** Deltas add up, the complete message replaces them, and a retracted message disappears. */
function toScreen(heard: readonly AgentEvent[]): readonly string[] {
  const shown = new Map<string, string>();
  for (const event of heard) {
    if (event.type === 'message_delta')
      shown.set(event.messageId, `${shown.get(event.messageId) ?? ''}${event.kind === 'text' ? event.text : ''}`);
    else if (event.type === 'message_retracted') shown.delete(event.messageId);
    else if (isAnswer(event)) shown.set(event.messageId, toText(event.content));
  }
  return [...shown.values()];
}

function isAnswer(event: AgentEvent): event is Extract<AgentEvent, { type: 'message' }> {
  return event.type === 'message' && event.role === 'agent';
}

function compareWires({ isFallback }: Fault, wire: WiredName, { server }: WiredSession): string[] {
  const asked = server.requests.map((request) => request.wire);
  const expected = wiredModels[wire].wire;
  const own = isFallback === true ? asked.slice(-1) : asked;
  return own.every((name) => name === expected) ? [] : [`asked over ${asked.join()}`];
}

function differ(what: string, seen: unknown, expected: unknown): string[] {
  const [is, should] = [JSON.stringify(seen), JSON.stringify(expected)];
  return is === should ? [] : [`${what}: ${is.slice(0, 80)}, not ${should.slice(0, 80)}`];
}
