/** What the screen says about a session that another process runs. */
export const watchTexts = {
  /** At the right of the top rule, from its longest form to its shortest. */
  watching: (pid: number, host: string): readonly string[] => [
    `watching process ${pid} on ${host}`,
    `watching process ${pid}`,
    'watching',
  ],
  placeholder: (pid: number): readonly [string, string] => [
    `Add a message (process ${pid} sends it at the next step)`,
    'Add a message',
  ],
  hints: ['Ctrl-D detach · Esc interrupts there · ? keys', 'Ctrl-D detach · ? keys', '? keys'],
  now: (pid: number): string => `Now watching process ${pid}`,
  ended: (pid: number, time: string | null): string => `Process ${pid} ended${time === null ? '' : ` ${time} ago`}`,
  closed: (pid: number, time: string | null): string =>
    `Process ${pid} closed this session${time === null ? '' : ` ${time} ago`}`,
  session: (title: string): string => `session "${title}"`,
  about: {
    command: (command: string): string => `It was running ${command}. The command keeps running; nothing is lost.`,
    turn: (): string => 'It was in the middle of a turn. Everything up to its last step is saved.',
    none: (): string => 'Everything is saved.',
  },
  options: {
    take: 'Take over and continue here',
    takeNote: { command: 'reattaches to the command', turn: 'finishes the turn', none: 'opens the session' },
    watch: 'Keep watching',
    watchNote: 'until another process takes over',
    quit: 'Quit',
    quitNote: 'bowline -r resumes later',
  },
  later: (what: string): string => `${what} · Tab to answer`,
} as const;
