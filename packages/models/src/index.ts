export { openAiSdkClient } from './ai-sdk/open-ai-sdk-client.ts';
export { ModelHealth, type Outage } from './availability/model-health.ts';
export { recordTo } from './cassette/record-to.ts';
export { createRedactor, type Redact } from './cassette/redactor.ts';
export { replayFrom } from './cassette/replay-from.ts';
export { chainOf, DEFAULT_MODEL, knownNames, toModelWish, type ModelWish } from './catalog/families.ts';
export { modelConfigsSchema, type ModelConfigs } from './config/model-configs.ts';
export { resolveConfig, type ConfigKey, type ResolvedConfig } from './config/resolve-config.ts';
export { costOf } from './cost/cost-of.ts';
export { outputAllowance } from './cost/output-allowance.ts';
export { priceOf } from './cost/price-of.ts';
export { priceTableSchema, type PriceTable } from './cost/price.ts';
export { defaultDeadlines, withDeadlines, type Deadlines } from './deadlines.ts';
export { toHttpError } from './failures/http-error.ts';
export { openGeminiClient, type GeminiOptions } from './gemini/gemini-client.ts';
export { createHttp, type Http } from './http/create-http.ts';
export { toFetch } from './http/to-fetch.ts';
export type { ModelChunk, ModelClient, ModelRequest } from './model-client.ts';
export { providerOf, splitModelName } from './providers/model-name.ts';
export { openProviders } from './providers/open-providers.ts';
export {
  providerSettingsSchema,
  toProviders,
  type ProviderEntry,
  type ProviderSettings,
} from './providers/provider-table.ts';
export { planRecovery, type Failure, type Recovery } from './retry/plan-recovery.ts';
export { defaultRetryPolicy, type FallbackRules, type RetryPolicy } from './retry/retry-policy.ts';
export { classify } from './routing/classify.ts';
export { routeModel, strategies, type RoutingStrategy } from './routing/routing.ts';
export { createAskModel, type AskModel, type UtilityCall } from './utility/ask-model.ts';
export { openGoogleAuth } from './vertex/google-auth.ts';
export { openVertexClient, openVertexExpressClient } from './vertex/vertex-client.ts';
