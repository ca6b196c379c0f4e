import * as z from 'zod';

const dollarsSchema = z.number().nonnegative();

const ratesSchema = z.strictObject({
  input: dollarsSchema,
  /** What was read from a cache; the price of input when it is left out. */
  cachedInput: dollarsSchema.optional(),
  /** What was written to a cache; the price of input when it is left out. */
  cacheWrite: dollarsSchema.optional(),
  /** Thoughts count as output. */
  output: dollarsSchema,
});

/** What a million tokens cost, in US dollars. */
export type Rates = Readonly<z.infer<typeof ratesSchema>>;

const priceSchema = ratesSchema.extend({
  above: ratesSchema.extend({ promptTokens: z.int().positive() }).optional(),
});

/** The price of one model. With a prompt of more than `above.promptTokens`, all of a request is billed by `above`. */
export type Price = Readonly<z.infer<typeof priceSchema>>;

/**
 * Prices by model, also as settings have them.
 *
 * A key is `provider/model`, a bare name for Gemini, or `provider/*` for all that a provider has.
 */
export const priceTableSchema = z.record(z.string().min(1), priceSchema);
export type PriceTable = Readonly<Record<string, Price>>;
