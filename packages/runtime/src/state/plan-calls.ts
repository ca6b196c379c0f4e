import type { FunctionCall } from '@google/genai';
import type { Display, Effect, Executor, JsonObject } from '@bowline/protocol';
import type { NewRecord } from '@bowline/log';
import type { Tool } from '@bowline/tools';
import type { Workspace } from '@bowline/workspace';

/** What is needed to plan a call. */
interface CallContext {
  readonly tools: ReadonlyMap<string, Tool>;
  /** Names of tools that the host runs. */
  readonly hostTools: ReadonlySet<string>;
  readonly workspace: Workspace;
}

interface Placed {
  readonly callId: string;
  readonly writes: readonly string[];
}

/**
 * Converts the calls of an answer into records, in order, each with the calls that it must wait for: earlier ones that
 * write the same file, or all earlier ones if the model asked for that. All others run at once.
 */
export function planCalls(calls: readonly FunctionCall[], context: CallContext): NewRecord[] {
  const placed: Placed[] = [];
  return calls.map(({ id: callId = '', name = '', args: given }) => {
    const { wait_for_previous: isLast, ...args } = (given ?? {}) as JsonObject;
    const parsed = context.tools.get(name)?.parse(args);
    const call = parsed?.ok === true ? parsed.call : undefined;
    const writes = call?.writes(context.workspace) ?? [];
    const after = placed
      .filter((earlier) => isLast === true || sharesFile(earlier, writes))
      .map((earlier) => earlier.callId);
    placed.push({ callId, writes });
    return {
      type: 'tool_requested',
      body: { callId, name, args, ...kindOf(name, context), ...present(call?.display, after) },
    };
  });
}

function kindOf(name: string, { tools, hostTools }: CallContext): { effect: Effect; executor: Executor } {
  // The effect of a host tool is unknown, so it may do anything.
  if (hostTools.has(name)) return { effect: 'execute', executor: 'host' };
  return { effect: tools.get(name)?.effect ?? 'read', executor: 'local' };
}

function present(display: Display | undefined, after: string[]): { display?: Display; after?: string[] } {
  return { ...(display === undefined ? {} : { display }), ...(after.length === 0 ? {} : { after }) };
}

function sharesFile(earlier: Placed, writes: readonly string[]): boolean {
  return earlier.writes.some((path) => writes.includes(path));
}
