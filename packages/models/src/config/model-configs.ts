import * as z from 'zod';

const generateContentConfig = z.record(z.string(), z.unknown());

const modelConfigSchema = z.object({
  model: z.string().optional(),
  generateContentConfig: generateContentConfig.optional(),
});

const aliasSchema = z.object({ extends: z.string().optional(), modelConfig: modelConfigSchema });

const overrideSchema = z.object({
  match: z.strictObject({
    model: z.string().optional(),
    overrideScope: z.string().optional(),
    isRetry: z.boolean().optional(),
    isChatModel: z.boolean().optional(),
  }),
  modelConfig: modelConfigSchema,
});

/** Gemini CLI's `modelConfigs`: named configs that extend each other, and overrides with conditions. */
export const modelConfigsSchema = z.object({
  aliases: z.record(z.string(), aliasSchema).optional(),
  customAliases: z.record(z.string(), aliasSchema).optional(),
  overrides: z.array(overrideSchema).optional(),
  customOverrides: z.array(overrideSchema).optional(),
});

export type ModelConfigs = z.infer<typeof modelConfigsSchema>;
export type ModelAlias = z.infer<typeof aliasSchema>;
export type ModelOverride = z.infer<typeof overrideSchema>;
