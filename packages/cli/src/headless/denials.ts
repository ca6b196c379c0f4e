import { hash } from 'node:crypto';
import { toText, type AgentEvent, type JsonObject } from '@bowline/protocol';

/** A call that was not allowed, as programs read it: what it was, without what it was given. */
export interface Denial {
  readonly tool_name: string;
  readonly tool_id: string;
  /** The file, host or program that it was about; nothing else of the arguments, which may hold secrets. */
  readonly target?: string;
  /** Of the arguments as JSON. */
  readonly args_sha256: string;
  readonly reason: string;
  /** The least permissive approval mode that would have allowed it. */
  readonly allowed_in?: string;
}

const denied: ReadonlySet<string> = new Set(['policy_violation', 'denied']);

/** Collects the calls of a run that were not allowed. */
export class Denials {
  readonly list: Denial[] = [];
  readonly #args = new Map<string, JsonObject>();

  /** The denial that an event tells of, if it does. */
  take(event: AgentEvent): Denial | undefined {
    if (event.type === 'tool_request') this.#args.set(event.callId, event.args);
    if (event.type !== 'tool_response') return undefined;
    const args = this.#args.get(event.callId) ?? {};
    this.#args.delete(event.callId);
    if (event.errorType === undefined || !denied.has(event.errorType)) return undefined;
    const target = targetOf(args);
    const mode = event.data?.['allowedIn'];
    const denial = {
      tool_name: event.name,
      tool_id: event.callId,
      ...(target === undefined ? {} : { target }),
      args_sha256: hash('sha256', JSON.stringify(args)),
      reason: toText(event.content),
      ...(typeof mode === 'string' ? { allowed_in: mode } : {}),
    };
    this.list.push(denial);
    return denial;
  }
}

/** A denial in one line, with what would allow the call. */
export function describeDenial({ tool_name, target, reason, allowed_in }: Denial): string {
  const what = target === undefined ? tool_name : `${tool_name} (${target})`;
  const how = allowed_in === undefined ? '' : ` Allowed with --approval-mode ${allowed_in}.`;
  return `Denied ${what}: ${reason.replaceAll(/\s+/g, ' ').replace(/\.?$/, '.')}${how}`;
}

function targetOf({ file_path: file, dir_path: folder, command, url }: JsonObject): string | undefined {
  if (typeof command === 'string') return /^\s*([\w./+-]+)(?=\s|$)/.exec(command)?.[1];
  if (typeof url === 'string') return URL.parse(url)?.host;
  return typeof file === 'string' ? file : typeof folder === 'string' ? folder : undefined;
}
