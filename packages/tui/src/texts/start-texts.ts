/** The head of a session. */
export const startTexts = {
  name: 'Bowline',
  about: 'a durable coding agent for your terminal',
  aboutBriefly: 'a durable coding agent',
} as const;
