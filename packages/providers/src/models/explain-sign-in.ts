import type { Settings } from '@bowline/settings';

/** What to do if Gemini CLI signs in with a Google account, which Bowline cannot use; undefined otherwise. */
export function explainSignIn({ values }: Pick<Settings, 'values'>): string | undefined {
  if (values['security.auth.selectedType'] !== 'oauth-personal') return undefined;
  return [
    'Your Gemini CLI settings use a Google account (security.auth.selectedType: oauth-personal), which Bowline cannot use.',
    'Create an API key at https://aistudio.google.com/apikey and store it with bowline auth set gemini,',
    'or use Vertex AI (GOOGLE_GENAI_USE_VERTEXAI=true)',
  ].join(' ');
}
