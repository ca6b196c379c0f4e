import { plural } from '@bowline/protocol/plain';
import type { ErrorText } from './error-text.ts';

/** What `bowline pending`, `bowline approve` and `bowline policy grants` say. */
export const approvalTexts = {
  nonePending: 'No pending approvals',
  nothingToApprove: { message: 'No pending approvals', hint: 'Run bowline sessions to list your sessions' },
  severalSessions: (list: string): ErrorText => ({
    message: `Several approvals are pending:\n${list}`,
    hint: 'Run one of the commands above',
  }),
  /** One session, but no option that answers. */
  notAnswered: (list: string): ErrorText => ({
    message: `An approval is pending:\n${list}`,
    hint: 'Run the command above to allow it once, or add --deny REASON',
  }),
  noneInSession: (sessionId: string): ErrorText => ({
    message: `Session ${sessionId} has no pending approval`,
    hint: 'Run bowline pending to list them',
  }),
  /** A process has died in the middle of a turn. */
  noneInterrupted: (sessionId: string): ErrorText => ({
    message: `Session ${sessionId} has no pending approval: its turn was interrupted`,
    hint: `To finish the turn: bowline --resume ${sessionId}`,
  }),
  unknownQuestion: (wanted: string, list: string, commands: string): ErrorText => ({
    message: `No pending approval ${wanted}. Pending:\n  ${list}`,
    hint: `Answer with:\n  ${commands}`,
  }),
  severalQuestions: (count: number, list: string, commands: string): ErrorText => ({
    message: `${plural(count, 'approval')} pending:\n  ${list}`,
    hint: `Answer one, or all:\n  ${commands}`,
  }),
  answered: (title: string): string => `Answered: ${title}`,
  continuesElsewhere: (sessionId: string): string =>
    `Session ${sessionId} continues in the process that has it open. To watch it: bowline attach ${sessionId}`,
  unreachableOwner: (sessionId: string): string =>
    `The process that has it open takes no input. Wait until it has ended, and try again. If it hangs, take the session over: bowline --resume ${sessionId} --takeover`,

  wrongOption: (option: string, title: string): string => `--${option} does not fit this question: ${title}`,
  answerNeeded: (title: string): string => `This question needs an answer: ${title}`,
  onlyOnce: (title: string): string => `This call can only be allowed once: ${title}`,
  notTrusted: 'This folder is not trusted: calls can be allowed once or for this session',
  unknownChoice: (id: string, title: string): string => `No choice ${id} for: ${title}`,
  howToConfirm: (longer: string): string =>
    `This is an approval. Use no option to allow it once, ${longer}or --deny REASON`,
  howToChoose: (ids: string): string => `This is a choice. Use --choose with one of ${ids}, or --deny REASON`,
  howToText: 'This is a question. Use --text ANSWER, or --deny REASON',
  howToKey: 'Keys can only be entered in an interactive session: bowline --resume SESSION. Or use --deny REASON',

  command: (session: string): string => `bowline approve ${session}`,
  commandForAll: (session: string): string => `bowline approve ${session} --all`,
  chooseOption: (id: string): string => ` --choose ${id}`,
  textOption: " --text 'your answer'",
  denyOption: " --deny 'no key'",

  until: (time: string): string => `expires ${time}`,
  askedBecause: (rule: string): string => `Asked because: ${rule}`,
  runs: (words: string): string => `runs: ${words}`,
  fileChange: (path: string, before: number, after: number): string =>
    before === 0
      ? `${path}: new file, ${plural(after, 'line')}`
      : `${path}: ${plural(before, 'line')} before, ${plural(after, 'line')} after`,
  grantsInProject: (covers: string, project: string): string =>
    `You can also allow ${covers}: --session, --project (in ${project}) or --always (in every trusted folder)`,
  grantsInSession: (covers: string): string =>
    `You can also allow ${covers}: --session (not for longer, because this folder is not trusted)`,
  cut: (shown: string, length: number): string => `${shown}… (${length.toLocaleString('en-US')} characters in total)`,

  noGrants: 'No saved grants',
  howToRemove: 'To remove one: bowline policy grants remove N',
  removed: (text: string): string => `Removed: ${text}`,
  everywhere: 'in every trusted folder',
  inProject: (project: string): string => `in ${project}`,
  olderVersion: 'older version',
  grantNeeded: { message: 'Missing grant number', hint: 'Run bowline policy grants to list them' },
  unknownGrant: (word: string): ErrorText => ({
    message: `No grant ${word}`,
    hint: 'Run bowline policy grants to list them',
  }),
  unknownGrantCommand: (words: string): ErrorText => ({
    message: `Unknown command: bowline policy grants ${words}`,
    hint: 'Use bowline policy grants, or bowline policy grants remove N',
  }),
};
