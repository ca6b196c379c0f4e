import { Context, InvocationContext, type LlmAgent, type Runner } from '@google/adk';
import type { JsonObject } from '@bowline/protocol';
import { fail, succeed, type ToolOutcome } from '@bowline/tools';
import type { CallState } from '../turn/turn-state.ts';
import { DeclaredTool } from '../tool-declarations.ts';
import type { LogSessionService } from '../sessions/log-session-service.ts';

/** What ADK's plugins are told through. */
export interface ObserverParts {
  readonly runner: Runner;
  readonly agent: LlmAgent;
  readonly sessions: LogSessionService;
  readonly declared: ReadonlyMap<string, DeclaredTool>;
}

/** Lets the runner's plugins see a call as if ADK ran it: before, after, and when it fails. A plugin's word replaces the outcome. */
export class CallObserver {
  readonly #parts: ObserverParts;

  constructor(parts: ObserverParts) {
    this.#parts = parts;
  }

  async observe(call: CallState, run: () => Promise<ToolOutcome>, signal: AbortSignal): Promise<ToolOutcome> {
    const { pluginManager } = this.#parts.runner;
    const seen = await this.#toSeen(call, signal);
    const early = await pluginManager.runBeforeToolCallback(seen);
    if (isGiven(early)) return toOutcome(early);
    let outcome: ToolOutcome;
    try {
      outcome = await run();
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const handled = await pluginManager.runOnToolErrorCallback({ ...seen, error });
      if (!isGiven(handled)) throw thrown;
      return toOutcome(handled);
    }
    try {
      const changed = await pluginManager.runAfterToolCallback({ ...seen, result: toResult(outcome) });
      return isGiven(changed) ? toOutcome(changed) : outcome;
    } catch {
      return outcome; // the call is done; a plugin that fails afterwards does not undo that
    }
  }

  async #toSeen(
    call: CallState,
    signal: AbortSignal,
  ): Promise<{ tool: DeclaredTool; toolArgs: JsonObject; toolContext: Context }> {
    const { runner, agent, sessions, declared } = this.#parts;
    const session = await sessions.getSession();
    const invocationContext = new InvocationContext({
      invocationId: call.callId,
      agent,
      session,
      sessionService: sessions,
      pluginManager: runner.pluginManager,
      abortSignal: signal,
    });
    const tool = declared.get(call.name) ?? new DeclaredTool({ name: call.name, description: '', parameters: {} });
    return { tool, toolArgs: call.args, toolContext: new Context({ invocationContext, functionCallId: call.callId }) };
  }
}

function toResult(outcome: ToolOutcome): Record<string, unknown> {
  const text = outcome.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return outcome.ok ? { output: text } : { error: text };
}

/** ADK takes null and undefined alike for "nothing to say". */
function isGiven(result: Record<string, unknown> | null | undefined): result is Record<string, unknown> {
  return result !== undefined && result !== null;
}

function toOutcome(result: Record<string, unknown>): ToolOutcome {
  const { output, error } = result;
  if (typeof error === 'string') return fail('plugin', error);
  return succeed(typeof output === 'string' ? output : JSON.stringify(result));
}
