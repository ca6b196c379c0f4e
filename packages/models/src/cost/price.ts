import * as z from 'zod';

const dollarsSchema = z.number().nonnegative();

const ratesSchema = z.strictObject({
  input: dollarsSchema,
  /** For cache reads; defaults to the price of input. */
  cachedInput: dollarsSchema.optional(),
  /** For cache writes; defaults to the price of input. */
  cacheWrite: dollarsSchema.optional(),
  /** Includes thoughts. */
  output: dollarsSchema,
});

/** The cost of a million tokens in US dollars. */
export type Rates = Readonly<z.infer<typeof ratesSchema>>;

const priceSchema = ratesSchema.extend({
  above: ratesSchema.extend({ promptTokens: z.int().positive() }).optional(),
});

/** The price of one model. With a prompt of more than `above.promptTokens`, the whole request is billed by `above`. */
export type Price = Readonly<z.infer<typeof priceSchema>>;

/**
 * Prices by model, also the format in settings.
 *
 * A key is `provider/model`, a bare name for Gemini, or `provider/*` for all models of a provider.
 */
export const priceTableSchema = z.record(z.string().min(1), priceSchema);
export type PriceTable = Readonly<Record<string, Price>>;
