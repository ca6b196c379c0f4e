import * as z from 'zod';

/** The content of an error response of any provider. */
export interface ErrorBody {
  readonly message: string;
  /** OpenAI's error code. */
  readonly code: string;
  /** OpenAI's location of the error in the request. */
  readonly param: string;
  readonly retryAfterMs: number | undefined;
  readonly isBadKey: boolean;
  readonly isDaily: boolean;
  readonly isWithoutQuota: boolean;
  readonly isCapacity: boolean;
}

const detailSchema = z.object({
  '@type': z.string().optional(),
  reason: z.string().optional(),
  retryDelay: z.string().optional(),
  violations: z
    .array(z.object({ quotaId: z.string().optional(), quotaValue: z.union([z.string(), z.number()]).optional() }))
    .optional(),
});
type Detail = z.infer<typeof detailSchema>;

/** Google nests `details`, OpenAI has a `code`, Anthropic a `type`; a gateway may respond with an array of one. */
const errorSchema = z.object({
  error: z.object({
    message: z.string().optional(),
    code: z.union([z.string(), z.number()]).nullish(),
    type: z.string().nullish(),
    param: z.string().nullish(),
    details: z.array(z.unknown()).nullish(),
  }),
});

const withoutQuota: ReadonlySet<string> = new Set(['insufficient_quota', 'billing_hard_limit_reached']);

/** Reads the body and the headers of an error; an unknown format becomes the message. */
export function readErrorBody(
  text: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): ErrorBody {
  const { message = text.slice(0, 500), code, param, details: given } = parse(text);
  const details = (given ?? []).flatMap((detail): Detail[] => {
    const parsed = detailSchema.safeParse(detail);
    return parsed.success ? [parsed.data] : [];
  });
  const violations = details.flatMap((detail) => detail.violations ?? []);
  const reasons = new Set(details.map((detail) => detail.reason));
  return {
    message,
    code: String(code ?? ''),
    param: param ?? '',
    retryAfterMs: fromDetails(details) ?? fromHeaders(headers) ?? fromWords(message),
    isBadKey: reasons.has('API_KEY_INVALID') || code === 'invalid_api_key',
    isDaily: violations.some(({ quotaId }) => quotaId?.includes('PerDay') === true),
    isWithoutQuota:
      violations.some(({ quotaValue }) => String(quotaValue) === '0') ||
      /\blimit: 0\b/.test(message) ||
      withoutQuota.has(String(code)),
    isCapacity: reasons.has('MODEL_CAPACITY_EXHAUSTED'),
  };
}

function parse(text: string): z.infer<typeof errorSchema>['error'] {
  try {
    const value: unknown = JSON.parse(text);
    const parsed = errorSchema.safeParse(Array.isArray(value) ? value[0] : value);
    return parsed.data?.error ?? {};
  } catch {
    return {};
  }
}

function fromDetails(details: readonly Detail[]): number | undefined {
  const delay = details.find((detail) => detail.retryDelay !== undefined)?.retryDelay;
  return delay === undefined ? undefined : toMs(Number.parseFloat(delay) * 1000);
}

function fromHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>): number | undefined {
  const ms = headers['retry-after-ms'];
  if (typeof ms === 'string') return toMs(Number(ms));
  const after = headers['retry-after'];
  if (typeof after !== 'string' || after.trim() === '') return undefined;
  const seconds = Number(after);
  return toMs(Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds * 1000);
}

/** Google and OpenAI also put the delay into the message, and some gateways only there. */
function fromWords(message: string): number | undefined {
  const found = /(?:retry|try again) in (\d+(?:\.\d+)?)(ms|s)\b/i.exec(message);
  if (found === null) return undefined;
  return toMs(Number(found[1]) * (found[2] === 'ms' ? 1 : 1000));
}

function toMs(value: number): number | undefined {
  return Number.isFinite(value) ? Math.max(0, Math.ceil(value)) : undefined;
}
