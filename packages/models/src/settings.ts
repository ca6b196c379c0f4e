import * as z from 'zod';
import { DEFAULT_MODEL } from './catalog/families.ts';
import { modelConfigsSchema } from './config/model-configs.ts';
import { priceTableSchema } from './cost/price.ts';
import { providerSettingsSchema } from './providers/provider-table.ts';

const aliases = () => modelConfigsSchema.shape.aliases.unwrap();
const overrides = () => modelConfigsSchema.shape.overrides.unwrap();

/** The settings of models. A schema is built when a file first uses its key. */
export const modelSettings = {
  'model.name': {
    description: 'The model to use: a model name, a tier (pro, flash, flash-lite), auto, or PROVIDER/MODEL.',
    schema: () => z.string().trim().min(1),
    default: DEFAULT_MODEL,
    variables: ['BOWLINE_MODEL', 'GEMINI_MODEL'],
  },
  'general.maxAttempts': {
    description: 'How often to try a busy model before falling back to the next one, or failing.',
    schema: () => z.int().positive(),
  },
  'modelConfigs.aliases': {
    description: 'Named request configurations. Replaces the built-in ones.',
    schema: aliases,
    join: 'deep',
  },
  'modelConfigs.customAliases': {
    description: 'Named request configurations, added to the built-in ones. They can extend each other.',
    schema: aliases,
    join: 'deep',
  },
  'modelConfigs.overrides': {
    description: 'Parameters for matching requests. Replaces the built-in list.',
    schema: overrides,
  },
  'modelConfigs.customOverrides': {
    description: 'Parameters for matching requests, applied after the built-in list.',
    schema: overrides,
  },
  'security.auth.selectedType': {
    description:
      'How to authenticate with Gemini: "vertex-ai" uses Vertex AI for every Gemini model; any other value uses an API key.',
    schema: () => z.string(),
    isPersonal: true,
  },
  providers: {
    description:
      'Additional model providers, or other addresses for known ones. Set keyEnv to the variable that holds the API key.',
    schema: () => providerSettingsSchema,
    join: 'entries',
    isPersonal: true,
  },
  prices: {
    description: 'Price of a million tokens in US dollars, by model.',
    schema: () => priceTableSchema,
    join: 'entries',
    isPersonal: true,
  },
} as const;
