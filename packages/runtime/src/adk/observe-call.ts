import { Context, InvocationContext, type LlmAgent, type Runner } from '@google/adk';
import type { JsonObject } from '@bowline/protocol';
import { fail, succeed, type ToolOutcome } from '@bowline/tools';
import type { CallState } from '../state/turn-state.ts';
import { DeclaredTool } from './tool-declarations.ts';
import type { LogSessionService } from './log-session-service.ts';

/** What ADK's plugins are called with. */
export interface ObserverParts {
  readonly runner: Runner;
  readonly agent: LlmAgent;
  readonly sessions: LogSessionService;
  readonly declared: ReadonlyMap<string, DeclaredTool>;
}

/**
 * Calls the runner's plugins for a tool call as if ADK ran it: before, after and on failure. A plugin's result replaces
 * the outcome.
 */
export class CallObserver {
  readonly #parts: ObserverParts;

  constructor(parts: ObserverParts) {
    this.#parts = parts;
  }

  async observe(call: CallState, run: () => Promise<ToolOutcome>, signal: AbortSignal): Promise<ToolOutcome> {
    const early = await this.before(call, signal);
    if (early !== undefined) return early;
    let outcome: ToolOutcome;
    try {
      outcome = await run();
    } catch (thrown) {
      const handled = await this.failed(call, thrown, signal);
      if (handled === undefined) throw thrown;
      return handled;
    }
    return await this.after(call, outcome, signal);
  }

  /** Called when a call starts. If a plugin returns a result, that is the outcome, and the call does not run. */
  async before(call: CallState, signal: AbortSignal): Promise<ToolOutcome | undefined> {
    const early = await this.#parts.runner.pluginManager.runBeforeToolCallback(await this.#toSeen(call, signal));
    return isGiven(early) ? toOutcome(early) : undefined;
  }

  /**
   * Called when a call has finished here, on the host, or in a process that was found again. A plugin that fails now
   * does not change the outcome.
   */
  async after(call: CallState, outcome: ToolOutcome, signal: AbortSignal): Promise<ToolOutcome> {
    try {
      const seen = await this.#toSeen(call, signal);
      const changed = await this.#parts.runner.pluginManager.runAfterToolCallback({
        ...seen,
        result: toResult(outcome),
      });
      return isGiven(changed) ? toOutcome(changed) : outcome;
    } catch {
      return outcome;
    }
  }

  /** A call failed, or its outcome is unknown. A plugin may provide a replacement for its outcome. */
  async failed(call: CallState, thrown: unknown, signal: AbortSignal): Promise<ToolOutcome | undefined> {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const seen = await this.#toSeen(call, signal);
    const handled = await this.#parts.runner.pluginManager.runOnToolErrorCallback({ ...seen, error });
    return isGiven(handled) ? toOutcome(handled) : undefined;
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

/** ADK treats both null and undefined as no result. */
function isGiven(result: Record<string, unknown> | null | undefined): result is Record<string, unknown> {
  return result !== undefined && result !== null;
}

function toOutcome(result: Record<string, unknown>): ToolOutcome {
  const { output, error } = result;
  if (typeof error === 'string') return fail('plugin', error);
  return succeed(typeof output === 'string' ? output : JSON.stringify(result));
}
