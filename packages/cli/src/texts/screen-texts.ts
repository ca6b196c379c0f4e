import { plural } from '@bowline/protocol/plain';
import type { ErrorText } from './error-text.ts';

/** The tokens that a session used. */
interface UsedTokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** What the program around an interactive session says: commands, first questions, messages on leaving. */
export const screenTexts = {
  commands: {
    models: { summary: 'Lists models, prices and whether they are available', parameters: '[provider]' },
    context: { summary: 'Shows what a session sends to the model, and its size', parameters: '[show part]' },
    tools: { summary: 'Lists the tools that the model can call', parameters: '[name]' },
    policies: { summary: 'Lists, explains and tests approval rules', parameters: '[list | explain | test]' },
    grants: { summary: 'Lists or removes what you allowed beyond a session', parameters: '[remove N | remove --all]' },
    permissions: {
      summary: 'Shows or changes whether this folder is trusted',
      parameters: '[status | list | add | remove]',
    },
    settings: {
      summary: 'Shows, explains and changes settings',
      parameters: '[list | get | set | unset | explain | ignored] [key]',
    },
    doctor: { summary: 'Checks this machine and suggests fixes' },
    pending: { summary: 'Lists pending approvals in all sessions' },
    model: { summary: 'Switches to another model, a tier or auto', parameters: '[name]' },
    memory: {
      summary: 'Shows or reloads the context files (AGENTS.md, GEMINI.md)',
      parameters: '[list | show | reload]',
    },
    export: { summary: 'Writes the session to a Markdown or JSON Lines file', parameters: '[file.md | file.jsonl]' },
    init: { summary: 'Creates AGENTS.md by exploring this project' },
    sandbox: { summary: 'Changes what commands can reach', parameters: '[auto | required | off]' },
    trust: {
      summary: 'Asks whether to trust this folder, and uses its settings, policies and context files if you do',
    },
    auth: {
      summary: 'Shows your API keys; `/auth set` enters a new one',
      parameters: '[status | set PROVIDER | rm PROVIDER]',
    },
  },
  switched: (name: string): string => `The next request uses \`${name}\`.`,
  sandbox: (mode: string): string => `Sandbox: ${mode}`,
  sandboxFlag: 'This value is used from the next start: --sandbox overrides it',
  reloaded: 'Reloaded the context files',
  nothingToReload: 'No session yet. It will start with the current files.',
  nothingToExport: 'No session to export yet.',
  wrote: (name: string): string => `Wrote \`${name}\`.`,
  notWritten: (name: string, why: string): string => `Could not write \`${name}\`: ${why}`,

  trusted: (root: string, used: string): string => `Trusted ${root}. In use now: ${used}. To undo: /permissions remove`,
  nothingYet: 'nothing yet',
  askTrust: (folder: string, found: readonly string[]): string =>
    `Trust this folder?\n${folder} ${found.length === 0 ? 'has no settings, policies or context files yet.' : `has files that Bowline would use: ${found.join(', ')}.`} Programs named in these files may run with your rights.`,
  trustOptions: {
    later: { label: 'Not now', description: 'use only your own settings; /trust asks again' },
    folder: { label: 'Trust this folder' },
    parent: (parent: string) => ({ label: `Trust ${parent}`, description: 'and every folder in it' }),
  },
  newKey: (provider: string): string => `You can replace the API key for ${provider}.`,
  connect: {
    providers: [
      { id: 'gemini', name: 'Gemini', note: 'key from aistudio.google.com', variable: 'GEMINI_API_KEY' },
      { id: 'anthropic', name: 'Anthropic', note: 'key from console.anthropic.com', variable: 'ANTHROPIC_API_KEY' },
      { id: 'openai', name: 'OpenAI', note: 'key from platform.openai.com', variable: 'OPENAI_API_KEY' },
      { id: 'vertex', name: 'Vertex AI', note: 'uses your gcloud login', variable: null },
      { id: 'local', name: 'Local server', note: 'Ollama, vLLM, any OpenAI-compatible URL', variable: null },
    ],
    told: {
      vertex:
        'For Vertex AI, run gcloud auth application-default login, set GOOGLE_CLOUD_PROJECT (and GOOGLE_CLOUD_LOCATION, if not global), and restart with bowline -m vertex/gemini-2.5-pro',
      local:
        'For a local server, choose its model with /model ollama/NAME, lmstudio/NAME or vllm/NAME. For another server, set OPENAI_BASE_URL and restart with bowline -m openai/NAME. /doctor shows which servers run',
    },
    uses: (model: string): string => `Model: ${model}. /model changes it`,
  },
  noKey: (provider: string): string => `No API key for ${provider} yet.`,
  orVariable: (variable: string): string => ` Or quit and set ${variable}.`,
  keyIsTested: ' Enter it here: Bowline tests it and stores it in a file that only you can read.',
  keyStored: (provider: string): string => `The API key for ${provider} works and was stored`,
  notAKey: (kind: string): ErrorText => ({ message: `Expected an API key, got: ${kind}`, hint: 'Enter the key' }),
  pasteKey: 'Paste only the key',

  forked: (title: string, fork: string, original: string): string =>
    `Forked ${title === '' ? '' : `"${title}" `}as ${fork} · /resume ${original} goes back`,
  readOnly: (pid: number, sessionId: string): string =>
    `Process ${pid} can't be reached, so you can only watch. To take over: bowline --resume ${sessionId} --takeover`,
  attachAgain: (sessionId: string): string => `To attach again: bowline attach ${sessionId}`,
  resume: (sessionId: string, isOpen: boolean): string =>
    `To ${isOpen ? 'finish the interrupted turn' : 'resume this session'}: bowline --resume ${sessionId}`,
  used: ({ input, cached, output }: UsedTokens, cost: string | undefined): string =>
    `Used: ${plural(input, 'input token')} (${cached.toLocaleString('en-US')} cached), ${plural(output, 'output token')}${cost === undefined ? '' : `, $${cost}`}`,
  crashed: 'The session is saved. Please report this error',
  authHint: 'Run bowline auth',

  folderGone: (folder: string): string =>
    `The project folder ${folder} was deleted or moved. Restore it, or quit and start bowline in another folder.`,
  editorFailed: (editor: string, exitCode: number | null): ErrorText => ({
    message: `${editor} ${exitCode === null ? 'was stopped by a signal' : `failed with exit code ${exitCode}`}`,
    hint: 'Set VISUAL, EDITOR or general.preferredEditor to another editor',
  }),
  imageTooLarge: (name: string, size: number, limit: number): ErrorText => ({
    message: `${name} is too large (${size} MB)`,
    hint: `The limit is ${limit} MB`,
  }),
};
