import { join } from 'node:path';
import type { Claim, ClaimResult, ClaimRun } from '../claim.ts';
import { bundleChildren } from '../../tests/kit/bundle-children.ts';
import { playContextControls, type ContextControls } from './context-controls.ts';
import { ContextFindings } from './context-findings.ts';
import { killContexts, type ContextKills } from './context-kills.ts';
import { speakAnyTime, type WordsAnyTime } from './context-words.ts';
import { withClaimFolder } from '../shared/with-claim-folder.ts';

/** Measures how kills affect what the model is shown. */
export const contextKills: Claim = {
  id: 'context-kills',
  sentence:
    'Nothing is lost and nothing is summarized twice when a long session is killed with SIGKILL. The kills come before and after every append; before, during and after every write of a file for a masked result; and before and after every model answer, in the conversation and in side requests. Each kill is played once alone, and once with the next process killed too. The session has maskings, automatic and requested summaries, messages sent during model calls, tool calls, summaries and their verification, plan mode entered and left, mode changes by the user, and a loop that the model is told about. Every request shows, byte for byte, what reading the log from its beginning gives, with the instruction and the tools of the mode. The size of the history is judged after a restart as before it. Messages and mode changes between any two continuations of a turn are answered in that turn, and no request mixes the instruction of one mode with the tools of another.',
  async run(run) {
    return await withClaimFolder('context', (folder) => measure(folder, run));
  },
};

async function measure(folder: string, run: ClaimRun): Promise<ClaimResult> {
  const stage = {
    folder,
    childFile: await bundleChildren([join(import.meta.dirname, 'children/context-player.ts')], join(folder, 'bin')),
  };
  const controls = await playContextControls(stage);
  for (const problem of controls.right.problems) run.say(`in the controls: ${problem}`);
  const words = await speakAnyTime(join(folder, 'words'), run.isQuick);
  if (words.unanswered.length > 0) run.say(`words unanswered: ${words.unanswered.join(', ')}`);
  if (words.torn.length > 0) run.say(`requests torn: ${words.torn.join(', ')}`);
  const kills = await killContexts(stage, run);
  return toResult({ controls, words, kills });
}

interface Measured {
  readonly controls: ContextControls;
  readonly words: WordsAnyTime;
  readonly kills: ContextKills;
}

function toResult({ controls, words, kills }: Measured): ClaimResult {
  const findings = new ContextFindings();
  for (const each of [controls.right, kills.findings]) findings.add(each);
  const { counts, faults, faulty } = findings;
  const seen = [...Object.values(controls.wrong), ...Object.values(controls.spoilt)];
  const areSeen = seen.length > 0 && seen.every((times) => times > 0);
  const { killed, requestsAfterKill, masked, compactions, compactionsAsked, nudges, interruptedShown } = counts;
  const isShown = [
    killed,
    requestsAfterKill,
    masked,
    compactions - compactionsAsked,
    compactionsAsked,
    nudges,
    interruptedShown,
    words.sent,
  ].every((count) => count > 0);
  return {
    holds: areSeen && isShown && faulty + words.unanswered.length + words.torn.length === 0,
    figures: {
      ...toMoments(kills),
      ...counts,
      ...faults,
      sentAnyTime: words.sent,
      wordsUnanswered: words.unanswered.length,
      requestsTorn: words.torn.length,
      ...prefixed('seenOf', controls.wrong),
      ...prefixed('seenOf', controls.spoilt),
    },
    against:
      'deliberately broken agents (each ignores one type of record: drafts, words, masks, modes, summaries), and copies of what a correct round left with one fault each: the same check must detect every one (seenOf...)',
  };
}

function toMoments({ moments }: ContextKills): Record<string, number> {
  return Object.fromEntries(Object.entries(moments).map(([kind, count]) => [`${kind}Moments`, count]));
}

function prefixed(prefix: string, counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [`${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`, count]),
  );
}
