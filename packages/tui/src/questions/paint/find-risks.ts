import type { Finding } from '@bowline/protocol';
import { readTokens, type ShellToken } from './read-tokens.ts';

/** How a part of a command is marked: destructive, reaches further than it seems, or contacts another host. */
export type Risk = 'danger' | 'warning' | 'network';

/** The position of a marked part of a text. */
export interface RiskSpan {
  readonly from: number;
  readonly to: number;
  readonly risk: Risk;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const AS_ANOTHER = words('sudo doas su pkexec runas');
/** Words that may precede the program that runs. */
const BEFORE_PROGRAM = words('sudo doas env exec command nohup time nice then do else if while until ! xargs');
const DESTROYERS = words('dd mkfs shred wipefs fdisk format del rmdir truncate');
const INTERPRETERS = words(
  'sh bash zsh fish dash ksh python python3 node perl ruby php pwsh powershell osascript xargs',
);
const RUN_TEXT = words('eval source exec');
const STRONG_FLAGS = words('--force --force-with-lease --no-verify --hard --no-preserve-root --privileged');
const REMOTE = words('ssh scp sftp rsync git');
const SOCKETS = words('nc ncat netcat telnet');
const HARMLESS_FILES = /^(?:\/dev\/(?:null|stdout|stderr|tty)|\d|-)$/;

/** The parts of a command line that the user must notice, in order, without overlap. */
export function findRisks(command: string, findings: readonly Finding[]): readonly RiskSpan[] {
  const tokens = readTokens(command);
  const found = findings.flatMap((finding) => quotedParts(finding, command, tokens));
  found.push(...redirections(tokens), ...inner(tokens));
  for (const part of programs(tokens)) found.push(...ofProgram(part));
  return join(found);
}

/** The words of one program that the user must notice. */
export function findWordRisks(argv: readonly string[]): readonly (Risk | null)[] {
  let from = 0;
  const tokens = argv.map((text): ShellToken => {
    const token = { kind: 'word', text, from, to: from + text.length } as const;
    from = token.to + 1;
    return token;
  });
  const spans = join(programs(tokens).flatMap(ofProgram));
  return tokens.map((token) => spans.find((span) => span.from < token.to && span.to > token.from)?.risk ?? null);
}

/** The host of a URL, or null if it is not a URL. */
export function hostOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { host } = new URL(address);
  return host === '' ? null : host;
}

/** Where the text that a finding quotes stands in the command: only as whole words, not as letters of others. */
function quotedParts({ severity, message }: Finding, command: string, tokens: readonly ShellToken[]): RiskSpan[] {
  if (severity === 'info') return [];
  const [, quoted = ''] = /^(?:\w+ )?`([^`]+)`/.exec(message) ?? [];
  if (quoted === '') return [];
  return tokens
    .map(({ from }) => ({ from, to: from + quoted.length, risk: severity }))
    .filter(({ from, to }) => command.startsWith(quoted, from) && !/[\w.-]/.test(command[to] ?? ''));
}

function redirections(tokens: readonly ShellToken[]): readonly RiskSpan[] {
  return tokens.flatMap((token, at) => {
    const file = tokens[at + 1];
    if (token.kind !== 'redirect' || !token.text.includes('>') || file?.kind !== 'word') return [];
    return HARMLESS_FILES.test(file.text) ? [] : [{ from: token.from, to: file.to, risk: 'warning' }];
  });
}

function inner(tokens: readonly ShellToken[]): readonly RiskSpan[] {
  return tokens.filter(({ kind }) => kind === 'inner').map(({ from, to }) => ({ from, to, risk: 'warning' }));
}

/** A program, its arguments, the words before it, and the pipe that feeds it. */
interface Program {
  readonly name: ShellToken;
  readonly before: readonly ShellToken[];
  readonly words: readonly ShellToken[];
  readonly pipe: ShellToken | undefined;
}

function programs(tokens: readonly ShellToken[]): readonly Program[] {
  const found: Program[] = [];
  let pipe: ShellToken | undefined;
  let run: ShellToken[] = [];
  const end = (): void => {
    const at = run.findIndex(({ text }) => !BEFORE_PROGRAM.has(text) && !/^(?:-|\w+=)/.test(text));
    const name = run[at] ?? run.at(-1);
    if (name !== undefined) {
      const place = run.indexOf(name);
      found.push({ name, before: run.slice(0, place), words: run.slice(place + 1), pipe });
    }
    run = [];
  };
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'word' && tokens[at - 1]?.kind !== 'redirect') run.push(token);
    if (token.kind !== 'operator' && token.kind !== 'inner') continue;
    end();
    pipe = token.text === '|' || token.text === '|&' ? token : undefined;
  }
  end();
  return found;
}

function ofProgram(program: Program): readonly RiskSpan[] {
  const { name, before, words: rest, pipe } = program;
  const base = baseOf(name.text);
  const all = [...before, name];
  const spans: RiskSpan[] = all.filter(({ text }) => AS_ANOTHER.has(baseOf(text))).map(danger);
  if (destroys(base, rest)) spans.push({ from: name.from, to: (rest.at(-1) ?? name).to, risk: 'danger' });
  if (pipe !== undefined && all.some(({ text }) => INTERPRETERS.has(baseOf(text))))
    spans.push({ from: pipe.from, to: name.to, risk: 'danger' });
  if (RUN_TEXT.has(base)) spans.push({ from: name.from, to: name.to, risk: 'warning' });
  for (const word of rest) spans.push(...ofWord(word, base));
  return spans;
}

function danger({ from, to }: ShellToken): RiskSpan {
  return { from, to, risk: 'danger' };
}

function baseOf(program: string): string {
  return program.slice(program.lastIndexOf('/') + 1);
}

function destroys(base: string, rest: readonly ShellToken[]): boolean {
  if (base === 'rm') return rest.some(({ text }) => /^-[a-zA-Z]*[rRf]|^--(?:recursive|force)$/.test(text));
  return DESTROYERS.has(base) || base.startsWith('mkfs.');
}

function ofWord({ text, from, to }: ShellToken, program: string): readonly RiskSpan[] {
  if (STRONG_FLAGS.has(text)) return [{ from, to, risk: 'warning' }];
  const found = addressIn(text, program);
  return found === null ? [] : [{ from: from + found.at, to: from + found.at + found.length, risk: 'network' }];
}

/** Where a word names another machine. */
function addressIn(text: string, program: string): { readonly at: number; readonly length: number } | null {
  const scheme = text.indexOf('://');
  if (scheme > 0) {
    const [host = ''] = /^[^\s/'"?#]+/.exec(text.slice(scheme + 3)) ?? [];
    return host === '' ? null : { at: scheme + 3, length: host.length };
  }
  const pattern = REMOTE.has(program) ? /^[\w.-]{1,64}@[\w.-]+|^[\w.-]+\.[\w-]+(?=:)/ : /^[\w-]+\.[\w.-]+$/;
  if (!REMOTE.has(program) && !SOCKETS.has(program)) return null;
  const [host = ''] = pattern.exec(text) ?? [];
  return host === '' ? null : { at: 0, length: host.length };
}

/** The milder ones first. */
const risks = ['warning', 'network', 'danger'] as const satisfies readonly Risk[];

/** Where marks overlap, the worst one wins. */
function join(found: readonly RiskSpan[]): readonly RiskSpan[] {
  const end = found.reduce((most, { to }) => Math.max(most, to), 0);
  const worst = new Uint8Array(end + 1);
  for (const [rank, risk] of risks.entries())
    for (const span of found) if (span.risk === risk) worst.fill(rank + 1, span.from, span.to);
  const joined: RiskSpan[] = [];
  let from = 0;
  for (let at = 1; at <= end; at += 1) {
    if (worst[at] === worst[from]) continue;
    const risk = risks[(worst[from] ?? 0) - 1];
    if (risk !== undefined) joined.push({ from, to: at, risk });
    from = at;
  }
  return joined;
}
