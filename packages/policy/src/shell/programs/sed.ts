import { mayBeOption, type ShellWord } from '../syntax/shell-word.ts';
import { hazardous, READS, type Judgement } from '../judge/judgement.ts';
import { readOptions } from '../judge/read-options.ts';
import { isReadingScript } from './sed-script.ts';

const OPTIONS = '-n -E -r -s -u -z --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix';

/** What `sed` does: it reads if its script, which must stand in the line, has commands that only print or change text. */
export function judgeSed(args: readonly ShellWord[]): Judgement {
  const scripts: ShellWord[] = [];
  const others: ShellWord[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (word === undefined) break;
    const isScript = word.yields === 'exact' && /^-[nErsuz]*e$|^--expression$/.test(word.text);
    const script = isScript ? args[at + 1] : undefined;
    if (script === undefined) others.push(word);
    else {
      scripts.push(script);
      at += 1;
    }
  }
  const read = readOptions(others, OPTIONS);
  if (read.kind === 'unknown') return hazardous(`\`${read.text}\` may write a file or run a script`);
  const first = scripts.length === 0 ? read.words.slice(0, 1) : scripts;
  const isKnown = first.length > 0 && first.every(({ yields }) => yields === 'exact');
  if (!isKnown || first.some(mayBeOption)) return hazardous('its script is not in the line');
  const text = first.map((script) => script.text).join('\n');
  return isReadingScript(text) ? READS : hazardous('its script may run or write something');
}
