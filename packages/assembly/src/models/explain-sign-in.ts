import type { Settings } from '../settings/resolve-settings.ts';

/**
 * What to do about Gemini CLI's sign-in with a Google account, which belongs to that program: nobody else can use it.
 * Undefined where that is not how Gemini CLI is set up.
 */
export function explainSignIn({ values }: Pick<Settings, 'values'>): string | undefined {
  if (values['security.auth.selectedType'] !== 'oauth-personal') return undefined;
  return [
    'Gemini CLI signs in with your Google account here (security.auth.selectedType: oauth-personal), which Bowline cannot use.',
    'Create an API key at https://aistudio.google.com/apikey and store it with bowline auth set gemini (in the terminal: /auth set gemini),',
    'or use Vertex AI (GOOGLE_GENAI_USE_VERTEXAI=true)',
  ].join(' ');
}
