import * as z from 'zod';
import { DEFAULT_MODEL } from './catalog/families.ts';
import { modelConfigsSchema } from './config/model-configs.ts';
import { priceTableSchema } from './cost/price.ts';
import { providerSettingsSchema } from './providers/provider-table.ts';

const aliases = () => modelConfigsSchema.shape.aliases.unwrap();
const overrides = () => modelConfigsSchema.shape.overrides.unwrap();

/** What settings say about models. A schema is built when a file first speaks of its key. */
export const modelSettings = {
  'model.name': {
    description: 'The model that is asked: its name, a tier (pro, flash, flash-lite), auto, or PROVIDER/MODEL.',
    schema: () => z.string().trim().min(1),
    default: DEFAULT_MODEL,
    variables: ['BOWLINE_MODEL', 'GEMINI_MODEL'],
  },
  'general.maxAttempts': {
    description: 'How often a busy model is asked before the next one is, or the turn fails.',
    schema: () => z.int().positive(),
  },
  'modelConfigs.aliases': {
    description: 'Named configs of requests, in place of the built-in ones.',
    schema: aliases,
    join: 'deep',
  },
  'modelConfigs.customAliases': {
    description: 'Named configs of requests, besides the built-in ones; they may extend each other.',
    schema: aliases,
    join: 'deep',
  },
  'modelConfigs.overrides': {
    description: 'What is sent with requests that match, in place of the built-in list.',
    schema: overrides,
  },
  'modelConfigs.customOverrides': {
    description: 'What is sent with requests that match, after the built-in list.',
    schema: overrides,
  },
  'security.auth.selectedType': {
    description: 'How Gemini is reached: "vertex-ai" takes every Gemini model from Vertex AI. Others mean a key.',
    schema: () => z.string(),
    isPersonal: true,
  },
  providers: {
    description:
      'Further providers of models, or known ones at another address. Keys stay in variables: name one in keyEnv.',
    schema: () => providerSettingsSchema,
    join: 'entries',
    isPersonal: true,
  },
  prices: {
    description: 'What a million tokens cost in US dollars, by model.',
    schema: () => priceTableSchema,
    join: 'entries',
    isPersonal: true,
  },
} as const;
