import type { Options } from './program.ts';

/**
 * What an option takes: nothing, a value, a file that it reads, or an optional value in the same word or also the next.
 */
export type Takes = 'none' | 'value' | 'file' | 'optional' | 'next_optional';

/** Options by name, with what they take. */
export interface OptionTable {
  readonly takes: ReadonlyMap<string, Takes>;
  readonly hasNumbers: boolean;
}

const SIGNS: ReadonlyMap<string, Takes> = new Map([
  ['=', 'value'],
  ['<', 'file'],
  ['?', 'optional'],
  ['~', 'next_optional'],
]);

const parsed = new Map<Options, OptionTable>();

/** The table of some options. Each text is parsed only once. */
export function parseOptions(options: Options): OptionTable {
  const known = parsed.get(options);
  if (known !== undefined) return known;
  const table = parse(options);
  parsed.set(options, table);
  return table;
}

function parse(options: Options): OptionTable {
  const takes = new Map<string, Takes>();
  let hasNumbers = false;
  for (const option of options.split(' ')) {
    const sign = SIGNS.get(option.slice(-1));
    if (option === '-#') hasNumbers = true;
    else if (sign !== undefined) takes.set(option.slice(0, -1), sign);
    else if (option !== '') takes.set(option, 'none');
  }
  return { takes, hasNumbers };
}
