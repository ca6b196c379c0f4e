import type { ErrorText } from './error-text.ts';

/** What a headless run (`bowline -p`) says on stderr and in its output. */
export const headlessTexts = {
  noPrompt: { message: 'No prompt', hint: "For example: bowline -p 'what does this repo do?'" },
  schemaNeedsPrompt: { message: '--json-schema needs a prompt', hint: "Add -p 'what you want to know'" },
  schemaNotObject: '--json-schema must be a JSON Schema object',
  schemaUnreadable: (path: string): string => `--json-schema: cannot read ${path}`,
  schemaNotJson: (why: string): string => `--json-schema is not valid JSON: ${why}`,
  schemaExample: `For example: --json-schema '{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}'`,
  finishing: (sessionId: string): string => `Finishing the interrupted turn of session ${sessionId}`,
  stopped: (sessionId: string): string => `Stopped. To resume: bowline --resume ${sessionId}`,
  stillPending: (what: string, sessionId: string): string => `${what}. To go on: bowline --resume ${sessionId}`,
  notSent: 'The prompt was not sent, because the turn before it has not ended. Finish that, then send it again',
  endedInBackground: (command: string): string => `Stopped a background command: ${command}`,
  suspended: (sessionId: string): string => `Suspended: session ${sessionId} needs approval`,
  howToAnswer: "To answer (add --deny 'REASON' to deny):",
  howToDecide: 'To decide:',
  approvalNeeded: (title: string): ErrorText => ({
    message: `Needs approval: ${title}`,
    hint: 'Allow it with --approval-mode or a policy, or use --on-confirm suspend',
  }),
  question: 'a question',
  denied: (call: string, why: string, mode: string | undefined): string =>
    `Denied ${call}: ${why}${mode === undefined ? '' : ` Use --approval-mode ${mode} to allow it.`}`,
  youDenied: 'You denied this',
  retracted: (reason: string): string => `The answer so far was discarded: ${reason}`,
  thinking: 'thinking',
  progress: (model: string, doing: string, seconds: number): string => `${model} · ${doing} · ${seconds} s`,
};

/** Why a run stopped. */
export const stopTexts = {
  stopped: (why: string): string => `Stopped: ${why}`,
  failed: 'the turn failed',
  refused: (why: string): string => `the model refused to answer${why}`,
  loop: 'the model repeated itself',
  maxOutput: "the answer hit the model's length limit",
  limit: (flag: string): string => `limit reached (${flag})`,
  refusals: {
    SAFETY: 'blocked by its safety filters',
    RECITATION: 'it would repeat copyrighted text',
    LANGUAGE: 'the language is not supported',
    BLOCKLIST: 'it contains a blocked term',
    PROHIBITED_CONTENT: 'the content is prohibited',
    SPII: 'it would contain personal data',
  } as Readonly<Record<string, string>>,
};

/** What is wrong with the model while its requests are retried. */
export const retryTexts = {
  theModel: 'the model',
  troubles: {
    MODEL_QUOTA: (model: string): string => `The quota for ${model} is used up`,
    MODEL_UNAVAILABLE: (model: string): string => `${model} is unavailable`,
    MODEL_UNREACHABLE: (model: string): string => `Can't reach ${model}`,
    MODEL_TIMEOUT: (model: string): string => `${model} did not respond in time`,
    MODEL_INVALID_ANSWER: (model: string): string => `${model} sent an invalid response`,
  } as Readonly<Record<string, (model: string) => string>>,
  other: (model: string): string => `A request to ${model} failed`,
  retryIn: (trouble: string, duration: string): string =>
    `${trouble === '' ? '' : `${trouble}. `}Retrying in ${duration}`,
  retry: (trouble: string): string => `${trouble}. Retrying`,
};
