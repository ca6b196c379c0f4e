/** The pickers of the CLI's slash commands. */
export const pickerTexts = {
  model: {
    /** Cells of each column. */
    columns: { name: 27, context: 7, price: 11 },
    current: 'current',
    noKey: (provider: string): string => `no key: /auth set ${provider}`,
    means: (model: string): string => (model === '' ? 'chooses between pro and flash' : `means ${model}`),
    picker: {
      title: 'Model',
      head: `${'name'.padEnd(27)}${'context'.padStart(7)}${'in $/1M'.padStart(11)}${'out $/1M'.padStart(11)}`,
      hint: 'Type to search · Enter use · Tab session / default · Esc close',
      scopes: ['for this session', 'by default'],
    },
  },
  sandbox: {
    modes: [
      { id: 'auto', text: 'auto        commands can write in this project only, if this system can enforce it' },
      { id: 'required', text: 'required    the same, and no command runs where it cannot be enforced' },
      {
        id: 'off',
        text: 'off         commands can reach your files and the network · Enter twice',
        isDoubled: true,
      },
    ],
    picker: { title: 'Sandbox', right: 'saved for you', hint: 'Enter use · Esc close' },
  },
  settings: {
    notSet: 'not set',
    notSetNow: 'none',
    byDefault: 'default',
    about: (value: string, source: string): string => `Now ${value} · from ${source}`,
    picker: {
      title: 'Settings',
      hint: 'Type to search · Enter change · Tab save for: you / project · Ctrl-X reset · Esc close',
      scopes: ['for you', 'for this project'],
    },
    notUsed: (what: string): string => `Not used: ${what}`,
    unreadable: (what: string, fix: string): string =>
      `Can't read a settings file, so its values are not used. ${what}. ${fix}.`,
    invalid: (what: string, fix: string): string => `A setting is not used. ${what}. ${fix}.`,
    reset: (key: string): string => `Reset \`${key}\`.`,
  },
} as const;
