import { hash } from 'node:crypto';
import { toText, type AgentEvent, type JsonObject } from '@bowline/protocol';

/** A call that was not allowed: what it was and why, without what it was given. */
export interface DeniedCall {
  readonly callId: string;
  readonly tool: string;
  /** The file, host or program that it was about; nothing else of the arguments, which may hold secrets. */
  readonly target?: string;
  /** SHA-256 of the arguments as JSON. */
  readonly argsDigest: string;
  /** Why it was denied, as the model was told. */
  readonly reason: string;
  /** The least permissive approval mode that would have allowed it. */
  readonly allowedIn?: string;
}

const denied: ReadonlySet<string> = new Set(['policy_violation', 'denied']);

/** Collects the calls of a run that were not allowed. */
export class DeniedCalls {
  readonly list: DeniedCall[] = [];
  readonly #args = new Map<string, JsonObject>();

  /** The denied call that an event tells of, if it does. */
  take(event: AgentEvent): DeniedCall | undefined {
    if (event.type === 'tool_request') this.#args.set(event.callId, event.args);
    if (event.type !== 'tool_response') return undefined;
    const args = this.#args.get(event.callId) ?? {};
    this.#args.delete(event.callId);
    if (event.errorType === undefined || !denied.has(event.errorType)) return undefined;
    const target = targetOf(args);
    const mode = event.data?.['allowedIn'];
    const call = {
      callId: event.callId,
      tool: event.name,
      ...(target === undefined ? {} : { target }),
      argsDigest: hash('sha256', JSON.stringify(args)),
      reason: toText(event.content),
      ...(typeof mode === 'string' ? { allowedIn: mode } : {}),
    };
    this.list.push(call);
    return call;
  }
}

function targetOf({ file_path: file, dir_path: folder, command, url }: JsonObject): string | undefined {
  if (typeof command === 'string') return /^\s*([\w./+-]+)(?=\s|$)/.exec(command)?.[1];
  if (typeof url === 'string') return URL.parse(url)?.host;
  return typeof file === 'string' ? file : typeof folder === 'string' ? folder : undefined;
}
