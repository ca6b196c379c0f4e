import { Context, InvocationContext, type LlmAgent, type Runner } from '@google/adk';
import type { JsonObject } from '@bowline/protocol';
import { succeed, type ToolOutcome } from '@bowline/tools';
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
    if (early !== undefined) return toOutcome(early);
    try {
      const outcome = await run();
      const changed = await pluginManager.runAfterToolCallback({ ...seen, result: toResult(outcome) });
      return changed === undefined ? outcome : toOutcome(changed);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const handled = await pluginManager.runOnToolErrorCallback({ ...seen, error });
      if (handled === undefined) throw thrown;
      return toOutcome(handled);
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

function toOutcome(result: Record<string, unknown>): ToolOutcome {
  const { output } = result;
  return succeed(typeof output === 'string' ? output : JSON.stringify(result));
}
