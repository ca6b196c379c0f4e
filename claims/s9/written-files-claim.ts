import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildCli } from '../workbench/build-cli.ts';
import type { Claim, ClaimRun } from '../claim.ts';
import { listWritten } from './find-written.ts';
import { openCliBench } from './open-cli-bench.ts';
import { playAudit } from './play-audit.ts';
import { playSecrets, type PlayedSecrets } from './play-secrets.ts';

/** The places where keys must be found without redaction, at least. */
const SINKS = ['log', 'command', 'home', 'stdout of stream-json', 'stdout of sessions export tools'];
/** The function in the built CLI that collects the known keys. */
const KNOWN = /\bsecrets\((\w+)\)\{(?=(?:let|const) )/g;

/** Measures which written files contain keys, and whether every start of a program is recorded first. */
export const s9WrittenFiles: Claim = {
  id: 'S9',
  sentence:
    "Bowline knows three keys (two in the environment, one stored), each in plain text, in JSON, base64, hexadecimal, as byte dumps of programs, in URLs and split by hidden characters. 0 of them are in any file that the built CLI leaves (session logs and their WAL, artifacts, output and state of commands, witness, index, memory, trust, sandbox state, recorded responses, temporary files), except credentials.json, the one file for keys. 0 of them are in what it prints (text, json, stream-json, events, errors, `sessions show` and `export` after the keys have changed). This holds when prompts, files, output, arguments, URLs, thoughts, answers in chunks that split a key, and provider errors contain them, and when a run is stopped, or killed and resumed. While a command runs, and after the agent was killed until its session is resumed, that command's own output file may contain a key that a program dumped as bytes or split with line breaks. Every program that a tool starts (alone, in parallel, in a pipe, in the background, with a terminal) finds the durable record of its start in the log when it begins, and ripgrep finds the record of the search. A denied program does not run. Terminal screens and files that tools write for the user are not covered. The quick form plays fewer formats and errors.",
  async run(run) {
    const folder = mkdtempSync(join(tmpdir(), 'bowline-s9-'));
    try {
      return await measure(folder, run);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(folder: string, { isQuick, say }: ClaimRun): ReturnType<Claim['run']> {
  const cli = buildCli(folder);
  const bench = openCliBench(join(folder, 'bench'), cli);
  const other = openCliBench(join(folder, 'control'), withoutKeys(cli));
  // In parallel, because both mostly wait.
  const [played, control] = await Promise.all([bench, other].map(async (each) => await playSecrets(each, isQuick)));
  if (played === undefined || control === undefined) throw new Error('nothing was played');
  const written = listWritten(bench.folder).length;
  const audit = await playAudit(bench);
  const seen = new Set(control.leaks.map(({ kind }) => kind));
  const unseen = SINKS.filter((kind) => !seen.has(kind));
  for (const { where } of played.leaks) say(`LEAK ${where}`);
  for (const name of audit.unrecorded) say(`ran without a record: ${name}`);
  for (const kind of unseen) say(`control: no key was seen in: ${kind}`);
  const failed = findFailed(played);
  for (const name of failed) say(`did not run as meant: ${name}: ${played.outputs[name]?.stderr ?? ''}`);
  const others = played.afterCrash.filter(({ kind }) => kind !== 'command');
  return {
    holds: [
      played.leaks.length === 0,
      others.length === 0,
      failed.length === 0,
      unseen.length === 0,
      audit.ran === audit.expected,
      audit.unrecorded.length === 0,
      !audit.isDeniedRun,
      audit.isControlSeen,
    ].every(Boolean),
    figures: {
      processes: Object.keys(played.outputs).length,
      filesWritten: written,
      leaks: played.leaks.length,
      filesWithKeysAfterACrash: played.afterCrash.length,
      ofTheseNotOfTheRunningCommand: others.length,
      programsStarted: audit.ran,
      startedWithoutRecord: audit.unrecorded.length,
      deniedThatRan: Number(audit.isDeniedRun),
      'control: places with keys without redaction': control.leaks.length,
      'control: kinds of places': seen.size,
      'control: kinds that have to be seen, and are not': unseen.length,
      'control: a start that no tool made is found': audit.isControlSeen,
    },
    against:
      'the same CLI without known keys, in the same sessions; a program that no tool started, which has no record',
  };
}

/** Runs that did not end as intended: such a run might leave no key for the wrong reason. */
function findFailed({ outputs }: PlayedSecrets): readonly string[] {
  const isMeantToFail = (name: string): boolean => /^(?:4\d\d|an error|a question|stopped|killed|doctor)/.test(name);
  return Object.entries(outputs).flatMap(([name, { code }]) => (code === 0 || isMeantToFail(name) ? [] : [name]));
}

/** A copy of the built CLI that knows no keys. */
function withoutKeys(cli: string): string {
  const folder = `${dirname(cli)}-unscreened`;
  cpSync(dirname(cli), folder, { recursive: true });
  let isChanged = false;
  for (const path of readdirSync(folder).map((name) => join(folder, name))) {
    if (!path.endsWith('.js')) continue;
    const before = readFileSync(path, 'utf8');
    const after = before.replaceAll(KNOWN, 'secrets($1){return[];');
    isChanged ||= after !== before;
    if (after !== before) writeFileSync(path, after);
  }
  if (!isChanged) throw new Error('what collects the known keys was not found in the built CLI');
  return join(folder, 'main.js');
}
