import type { CheckOutcome } from '@bowline/policy';
import { AgentError } from '@bowline/protocol';
import * as z from 'zod';

/** A user's program that checks calls. */
export interface ExternalChecker {
  readonly name: string;
  /** Absolute, and not in the workspace, which must not check itself. */
  readonly command: string;
  /** The context that it needs besides the call. Empty means all of it. */
  readonly requiredContext: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
}

/** The call to check, with its context. */
export interface CheckerPayload {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  readonly context: {
    readonly workspaces: readonly string[];
    readonly turns?: readonly unknown[];
  };
}

/** How a program ended. */
export interface ProgramEnd {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program on an input until it ends or the signal aborts it. */
export type RunProgram = (
  program: { readonly command: string; readonly cwd: string; readonly input: string },
  signal: AbortSignal,
) => Promise<ProgramEnd>;

const CHECKER_TIMEOUT_MS = 5000;
const MAX_REASON = 500;

const reason = z.string().min(1);
const answerSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('allow'), reason: z.string().optional() }),
  z.object({ decision: z.literal('deny'), reason }),
  z.object({ decision: z.literal('ask_user'), reason }),
]);

/**
 * Checks a call with a program, by Gemini CLI's protocol 1.0.0: JSON on its stdin, JSON on its stdout. Only an explicit
 * answer allows the call. An exit code other than 0, anything else on stdout, or no answer in time counts as failed,
 * which denies the call.
 */
export async function runExternalChecker(
  checker: ExternalChecker,
  payload: CheckerPayload,
  { timeoutMs = CHECKER_TIMEOUT_MS, run }: { readonly timeoutMs?: number; readonly run: RunProgram },
): Promise<CheckOutcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  const late = Promise.withResolvers<undefined>();
  signal.addEventListener('abort', () => {
    late.resolve(undefined);
  });
  try {
    const { command } = checker;
    const input = JSON.stringify(toInput(checker, payload));
    const end = await Promise.race([run({ command, cwd: payload.cwd, input }, signal), late.promise]);
    if (end === undefined) return failed(`it did not answer within ${timeoutMs / 1000} s`);
    return end.exitCode === 0 ? readAnswer(end.stdout) : failed(describeExit(end));
  } catch (thrown) {
    return failed(AgentError.from(thrown).message);
  }
}

function toInput({ requiredContext, config }: ExternalChecker, { tool, args, cwd, context }: CheckerPayload): object {
  const isWanted = (name: string): boolean => requiredContext.length === 0 || requiredContext.includes(name);
  const { workspaces, turns } = context;
  return {
    protocolVersion: '1.0.0',
    toolCall: { name: tool, args },
    context: {
      ...(isWanted('environment') ? { environment: { cwd, workspaces } } : {}),
      ...(isWanted('history') && turns !== undefined ? { history: { turns } } : {}),
    },
    config,
  };
}

function readAnswer(stdout: string): CheckOutcome {
  const parsed = answerSchema.safeParse(toJson(stdout));
  if (!parsed.success) return failed('its answer is not a valid decision');
  const { decision, reason: why } = parsed.data;
  const verdict = decision === 'ask_user' ? 'ask' : decision;
  return { kind: 'said', verdict, ...(why === undefined ? {} : { reason: toLine(why) }) };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not a decision, which `readAnswer` reports
  }
}

function describeExit({ exitCode, stderr }: ProgramEnd): string {
  const said = toLine(stderr);
  const how = exitCode === null ? 'it was ended by a signal' : `it exited with code ${exitCode}`;
  return said === '' ? how : `${how}: ${said}`;
}

/** Third-party text on one line that can be shown. */
function toLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return line.length > MAX_REASON ? `${line.slice(0, MAX_REASON)}…` : line;
}

function failed(why: string): CheckOutcome {
  return { kind: 'failed', why };
}
