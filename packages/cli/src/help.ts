import { EXIT, exitCodeTexts } from './exit-codes.ts';

const names = Object.keys(EXIT) as (keyof typeof EXIT)[];

/** What `bowline --help` prints. */
export const HELP = `bowline: a coding agent whose loop holds

  bowline [PROMPT]               a session on the screen; -p and the like print instead
  bowline attach [SESSION]       watch a session that another process runs, and speak to it
  bowline -p PROMPT              ask, let it work, print the answer
  echo TEXT | bowline -p PROMPT  the same, with what is piped in before the prompt
  bowline -r [ID] [-p PROMPT]    go on with a session: a turn that died is finished first
  bowline sessions list|show|verify|rm [ID]
  bowline sessions export ID [--markdown] | fork ID [EVENT] | rewind ID [COUNT | --undo]
  bowline sessions push|pull URL ID   move a session to a server, or back; the token is in BOWLINE_TOKEN or --token-file
  bowline models                 which models there are, and whether they can be had
  bowline auth [set|rm PROVIDER] which keys were found where, and how to set one
  bowline pending                what waits for an answer, in any session
  bowline approve SESSION [ID] [--session | --project | --always | --deny REASON]
  bowline context [show [PART]]  what is sent before you say anything, how large it is, and why
  bowline memory [list|show]     the files for agents that a session here begins with
  bowline tools [NAME]           the tools that the model is told of here
  bowline policy list|explain|test   which rules there are, what they say of a call
  bowline policy grants [remove N]   list and remove what you have allowed beyond a session
  bowline settings list|get|set|unset|explain [KEY]   what is set, where, and why
  bowline trust list|add|remove|status [FOLDER]
  bowline serve [--dev]          sessions over HTTP, kept in PostgreSQL; --dev with all it needs on this machine
  bowline worker                 runs the turns of such sessions, on as many machines as there is work for
  bowline doctor                 what is wrong with this machine, and how to put it right

  -p, --prompt TEXT              the prompt (also as plain words when there is no terminal)
  -i, --prompt-interactive TEXT  the first prompt of a session on the screen (also as plain words)
      --screen-reader            words in place of signs and drawings, and nothing that moves
  -m, --model NAME               a model (gemini-2.5-pro, openai/NAME, ollama/NAME), a tier (pro, flash, flash-lite)
                                 or auto; default: $GEMINI_MODEL, the settings, else pro
      --on-confirm WHAT          where a person would have to answer: deny (default; the model is told),
                                 suspend (exit 62, answer with bowline approve), fail
      --policy FILE              with the rules of this file
      --trust                    use this folder's own settings, policies and context files in this run
      --no-fallback              never go on with another model
      --on-quota wait|fail       where no model is left: wait until the quota is back, or fail (default; on
                                 the screen: wait)
  -o, --output-format FORMAT     text, json, stream-json, or events (one event of the contract a line)
      --approval-mode MODE       default (reads only), auto_edit, yolo, plan
  -y, --yolo                     the same as --approval-mode yolo
  -r, --resume [latest|ID]       go on with a session of this folder, or any by the beginning of its id
      --compact [FOCUS]          with --resume: summarise the session so far, FOCUS in every detail
      --takeover                 take it from the process that holds it
      --session-id ID            the id of a new session
      --include-directories DIR  further folders that belong to the work (repeat, or separate by commas)
      --max-turns N              end after N calls of the model
      --max-tokens N             end before a turn takes more tokens than this, in and out
      --max-cost DOLLARS         end before a turn costs more than this
      --max-time TIME            end after so much work: 90, 90s, 10m, 1h
      --no-loop-detection        never stop a turn because it goes in circles
      --record-responses FILE    keep what the model answers, without secrets
      --replay-responses FILE    answer from such a file, and ask nobody
      --debug FILE               write every event to FILE
      --version, --help

  Examples
    bowline -p 'what does this repo do?'
    git diff | bowline -p 'review this' -o json | jq -r .response
    bowline -y -p 'make the tests pass' --max-turns 40

  Set GEMINI_API_KEY, or the key of another provider (bowline auth). HTTPS_PROXY is honoured.

  Exit codes
${names.map((name) => `    ${String(EXIT[name]).padEnd(4)} ${exitCodeTexts[name]}`).join('\n')}
`;
