import type { Options } from './program.ts';

/** Options by name; the value says whether they take a value. */
export interface OptionTable {
  readonly takes: ReadonlyMap<string, 'none' | 'value' | 'optional'>;
  readonly hasNumbers: boolean;
}

const parsed = new Map<Options, OptionTable>();

/** The table of some options. Each text is taken apart once. */
export function parseOptions(options: Options): OptionTable {
  const known = parsed.get(options);
  if (known !== undefined) return known;
  const table = parse(options);
  parsed.set(options, table);
  return table;
}

function parse(options: Options): OptionTable {
  const takes = new Map<string, 'none' | 'value' | 'optional'>();
  let hasNumbers = false;
  for (const option of options.split(' ')) {
    if (option === '-#') hasNumbers = true;
    else if (option.endsWith('=')) takes.set(option.slice(0, -1), 'value');
    else if (option.endsWith('?')) takes.set(option.slice(0, -1), 'optional');
    else if (option !== '') takes.set(option, 'none');
  }
  return { takes, hasNumbers };
}
