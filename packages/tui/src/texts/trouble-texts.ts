/** What is wrong with a model: now, in a few words, and afterwards. */
export interface Trouble {
  readonly now: string;
  readonly brief: string;
  readonly was: string;
}

/** A failed request to a model. */
export interface Failed {
  readonly code: string;
  readonly message: string;
  readonly model: string | null;
  readonly status: number | null;
}

const OVERLOADED: ReadonlySet<number> = new Set([502, 503, 504, 529]);

/** The trouble behind a failed request that is tried again. */
export function describeTrouble({ code, message, model, status }: Failed): Trouble {
  const name = model ?? 'The model';
  const number = status === null ? '' : ` (${status})`;
  const of = (now: string, was: string, brief = now.replace(/^is /, '')): Trouble => ({
    now: `${name} ${now}${number}`,
    brief: `${brief}${number}`,
    was: `${name} ${was}`,
  });
  switch (code) {
    case 'MODEL_UNAVAILABLE':
      return status === null || OVERLOADED.has(status)
        ? of('is overloaded', 'was overloaded')
        : of('has a problem', 'had a problem', 'provider problem');
    case 'MODEL_QUOTA':
      return of('gets too many requests', 'got too many requests', 'too many requests');
    case 'MODEL_UNREACHABLE':
      return of(`is unreachable (${whyUnreachable(message)})`, 'was unreachable');
    case 'MODEL_TIMEOUT':
      return of('did not answer in time', 'did not answer in time', 'no answer in time');
    case 'MODEL_INVALID_ANSWER':
      return of('sent an invalid answer', 'sent an invalid answer', 'invalid answer');
    default:
      return { now: message, brief: message, was: message };
  }
}

const causes: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN/, 'DNS lookup failed'],
  [/ECONNREFUSED/, 'connection refused'],
  [/ETIMEDOUT|Timeout/i, 'timed out'],
  [/ENETUNREACH|EHOSTUNREACH/, 'no route'],
  [/ECONNRESET|connection was lost|other side closed/, 'connection lost'],
  [/certificate|CERT_/i, 'certificate not accepted'],
];

/** Why a model cannot be reached, in a few words. */
export function whyUnreachable(message: string): string {
  const known = causes.find(([pattern]) => pattern.test(message))?.[1];
  return known ?? message.replace(/^Cannot reach [^:]+: /, '').replaceAll('\n', ' ');
}

/** The end of a turn because of a model: what failed and what to do. Null if its own words say it better. */
export function describeModelError({ code, message, model }: Failed): string | null {
  if (model === null || code !== 'MODEL_UNREACHABLE') return null;
  return `Can't reach ${model} (${whyUnreachable(message)}). Check your network; /retry`;
}
