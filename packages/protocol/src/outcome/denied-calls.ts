import { toText } from '../to-text.ts';
import { type AgentEvent } from '../events.ts';
import { type JsonObject } from '../vocabulary.ts';

/** A denied call: its tool, target and reason, without its arguments. */
export interface DeniedCall {
  readonly callId: string;
  readonly tool: string;
  /** The file, host or command line, shortened to one line. Known keys are redacted from it, as from every event. */
  readonly target?: string;
  /** SHA-256 of the arguments as JSON. */
  readonly argsDigest: string;
  /** Why it was denied, as sent to the model. */
  readonly reason: string;
  /** The same for the user, if the reason addresses only the model. */
  readonly explanation?: string;
  /** The least permissive approval mode that would have allowed it. */
  readonly allowedIn?: string;
}

const denied: ReadonlySet<string> = new Set(['policy_violation', 'denied', 'sandbox_refused']);

/** Collects the denied calls of a run. */
export class DeniedCalls {
  readonly list: DeniedCall[] = [];
  readonly #args = new Map<string, JsonObject>();
  readonly #digestOf: (text: string) => string;

  /** `digestOf` is SHA-256 as hexadecimal; browsers and Node compute it differently. */
  constructor(digestOf: (text: string) => string) {
    this.#digestOf = digestOf;
  }

  /** Returns the denied call if the event reports one. */
  take(event: AgentEvent): DeniedCall | undefined {
    if (event.type === 'tool_request') this.#args.set(event.callId, event.args);
    if (event.type !== 'tool_response') return undefined;
    const args = this.#args.get(event.callId) ?? {};
    this.#args.delete(event.callId);
    if (event.errorType === undefined || !denied.has(event.errorType)) return undefined;
    const target = targetOf(args);
    const { allowedIn, explanation } = event.data ?? {};
    const call = {
      callId: event.callId,
      tool: event.name,
      ...(target === undefined ? {} : { target }),
      argsDigest: this.#digestOf(JSON.stringify(args)),
      reason: toText(event.content),
      ...(typeof explanation === 'string' ? { explanation } : {}),
      ...(typeof allowedIn === 'string' ? { allowedIn } : {}),
    };
    this.list.push(call);
    return call;
  }
}

const LONGEST = 100;

function toShortLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…`.toWellFormed() : line;
}

function targetOf({ file_path: file, dir_path: folder, command, url }: JsonObject): string | undefined {
  if (typeof command === 'string') return toShortLine(command);
  if (typeof url === 'string') return /^[a-z][\w+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1];
  return typeof file === 'string' ? file : typeof folder === 'string' ? folder : undefined;
}
