import { randomBytes } from 'node:crypto';

/**
 * Variables that usually contain keys, tokens and passwords: of models, clouds, forges, registries and user programs.
 */
const NAMES = [
  ...['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY'],
  ...['MISTRAL_API_KEY', 'GROQ_API_KEY', 'DEEPSEEK_API_KEY', 'XAI_API_KEY', 'AZURE_OPENAI_API_KEY', 'HF_TOKEN'],
  ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'CLOUDFLARE_API_TOKEN'],
  ...['GITHUB_TOKEN', 'GH_TOKEN', 'GITLAB_TOKEN', 'NPM_TOKEN', 'NODE_AUTH_TOKEN', 'npm_config__authToken'],
  ...['DATABASE_URL', 'STRIPE_SECRET_KEY', 'SLACK_BOT_TOKEN', 'DB_PASSWORD'],
] as const;

/** An environment in which each of these variables has a unique value. */
export function createSecretVariables(): Readonly<Record<string, string>> {
  return Object.fromEntries(NAMES.map((name) => [name, `canary-${randomBytes(12).toString('hex')}`]));
}

/** The names of the variables whose value occurs in a text. */
export function findSecretVariables(text: string, variables: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) => (text.includes(value) ? [name] : []));
}
