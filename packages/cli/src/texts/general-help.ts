/** The parts of `bowline --help` that are not in a table. */
export const generalHelp = {
  title: 'bowline: a durable coding agent for your terminal',
  usage: [
    ['bowline [PROMPT]', 'start an interactive session; PROMPT is several words or a quoted sentence'],
    ['bowline -p PROMPT', 'run a prompt and print the answer'],
    ['echo TEXT | bowline -p PROMPT', 'put the piped text before the prompt'],
    ['bowline -r [ID] [-p PROMPT]', 'resume a session; an interrupted turn is finished first'],
  ] as readonly (readonly [string, string])[],
  versionAndHelp: '      --version, --help',
  more: 'bowline help COMMAND shows the options of a command, with examples.',
  examplesTitle: 'Examples',
  examples: [
    "bowline -p 'what does this repo do?'",
    "git diff | bowline -p 'review this' -o json | jq -r .response",
    "bowline -y -p 'make the tests pass' --max-turns 40",
  ],
  keys: 'Set GEMINI_API_KEY or the key of another provider (see bowline auth). Bowline uses HTTPS_PROXY if it is set.',
  exitCodesTitle: 'Exit codes',
  showHelp: 'show help',
};

/** What each exit code means. */
export const exitCodeHelp = {
  ok: 'success',
  failed: 'failure; the message says why',
  auth: 'an API key is missing or was rejected',
  usage: 'invalid command line, settings or session',
  limit: 'a limit on turns, tokens, cost or time was reached',
  untrusted: 'the folder is not trusted',
  refused: 'the model refused to answer',
  loop: 'the model repeated itself',
  suspended: 'an approval is needed',
  aborted: 'stopped with Ctrl-C',
  terminated: 'stopped by SIGTERM',
} as const;
