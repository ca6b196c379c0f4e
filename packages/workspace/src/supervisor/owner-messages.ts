import type { LineSchema } from '../processes/json-lines.ts';
import type { OwnerMessage } from '../processes/supervisor-messages.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const whole: Check = Number.isInteger;
const limit: Check = (value) => value === null || (typeof value === 'number' && value > 0);
const request = { id: whole, key: (value: unknown) => typeof value === 'string' && value !== '' };

/** The required fields of each message. The owner checks the rest of its schema. */
const checks: Readonly<Record<OwnerMessage['type'], Readonly<Record<string, Check>>>> = {
  hello: { version: whole, token: (value) => value === undefined || whole(value) },
  renew: { until: (value) => typeof value === 'number' },
  part: {},
  start: {
    ...request,
    command: text,
    words: (value) => value === undefined || (Array.isArray(value) && value.length > 0 && value.every(text)),
    cwd: text,
    env: (value) => isObject(value) && Object.values(value).every(text),
    leftOut: (value) => value === undefined || (Array.isArray(value) && value.every(text)),
    pty: (value) => typeof value === 'boolean',
    confinement: (value) => value === null || (isObject(value) && Array.isArray(value['folders'])),
    timeoutMs: limit,
    inactivityTimeoutMs: limit,
  },
  find: request,
  kill: { ...request, cause: (value) => value === 'killed' || value === 'run_ended' },
  leave: request,
  look: { ...request, bytes: (value) => whole(value) && Number(value) >= 0 },
  write: { ...request, text },
};

/**
 * Parses owner messages as defined by `ownerMessageSchema`. Written by hand, because loading a schema library would
 * take longer than the rest of the supervisor, and the first command waits for it.
 */
export const ownerMessages: LineSchema<OwnerMessage> = {
  safeParse(value) {
    if (!isObject(value)) return refuse('not an object');
    const { type } = value;
    const wanted =
      typeof type === 'string' && Object.hasOwn(checks, type) ? checks[type as OwnerMessage['type']] : undefined;
    if (wanted === undefined) return refuse('unknown type');
    const wrong = Object.entries(wanted).find(([name, check]) => !check(value[name]));
    return wrong === undefined
      ? { success: true, data: value as OwnerMessage }
      : refuse(`${String(type)}: ${wrong[0]}`);
  },
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(message: string): ReturnType<LineSchema<OwnerMessage>['safeParse']> {
  return { success: false, error: { issues: [{ message }] } };
}
