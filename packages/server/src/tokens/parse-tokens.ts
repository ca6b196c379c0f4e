import * as z from 'zod';
import { isSessionId } from '@bowline/log';
import { AgentError } from '@bowline/protocol';
import type { TenantToken } from './token-check.ts';

const SHORTEST = 16;
const LONGEST_NAME = 128;
/** A tenant is part of keys and folder names, like a session ID. */
const NAME = 'use 1 to 64 letters, digits, dashes and underscores, starting with a letter or digit';
const tokensSchema = z
  .array(
    z.strictObject({
      tenant: z.string().refine(isSessionId, NAME),
      token: z.string().min(SHORTEST),
      name: z.string().min(1).max(LONGEST_NAME).optional(),
    }),
  )
  .min(1)
  .readonly();

/** Parses a token file, a JSON list of tenants and tokens. Error messages do not contain tokens. */
export function parseTokens(text: string): readonly TenantToken[] {
  const parsed = tokensSchema.safeParse(readJson(text));
  if (parsed.success) return parsed.data;
  throw new AgentError('SETTINGS_INVALID', `Invalid token file: ${z.prettifyError(parsed.error)}`, {
    hint: `Expected [{ "tenant": "NAME", "token": "at least ${SHORTEST} characters" }]`,
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
