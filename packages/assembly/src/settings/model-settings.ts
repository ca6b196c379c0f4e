import { modelConfigsSchema, priceTableSchema, providerSettingsSchema } from '@bowline/models';
import * as z from 'zod';

/** What settings say about models; Gemini CLI's keys and ours. Everything else in a file is not looked at here. */
export const modelSettingsSchema = z.object({
  model: z.object({ name: z.string().optional() }).optional(),
  modelConfigs: modelConfigsSchema.optional(),
  general: z.object({ maxAttempts: z.int().positive().optional() }).optional(),
  providers: providerSettingsSchema.optional(),
  prices: priceTableSchema.optional(),
});
export type ModelSettings = z.infer<typeof modelSettingsSchema>;

/** The settings of several files as one; the later file wins, key by key. */
export function joinSettings(files: readonly ModelSettings[]): ModelSettings {
  return files.reduce<ModelSettings>(
    (joined, file) => ({
      model: { ...joined.model, ...file.model },
      general: { ...joined.general, ...file.general },
      providers: { ...joined.providers, ...file.providers },
      prices: { ...joined.prices, ...file.prices },
      modelConfigs: joinConfigs(joined.modelConfigs, file.modelConfigs),
    }),
    {},
  );
}

type Configs = NonNullable<ModelSettings['modelConfigs']>;

function joinConfigs(first: Configs = {}, second: Configs = {}): Configs {
  return {
    aliases: { ...first.aliases, ...second.aliases },
    customAliases: { ...first.customAliases, ...second.customAliases },
    overrides: [...(first.overrides ?? []), ...(second.overrides ?? [])],
    customOverrides: [...(first.customOverrides ?? []), ...(second.customOverrides ?? [])],
  };
}
