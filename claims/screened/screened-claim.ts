import type { Claim } from '../claim.ts';
import { createScreen } from '../../packages/guard/src/safety/create-screen.ts';
import { unscreened } from '../../tests/turns/test-models.ts';
import { findCanaries, hiddenCanary, toCanaries } from '../../tests/kit/canaries.ts';
import { playRequests, playSearches, sideKinds, type SentRequest } from '../../tests/kit/play-requests.ts';

const PROVIDERS = { gemini: 'gemini', responses: 'openai', anthropic: 'anthropic', chat: 'chat' } as const;
/** The second one has characters that JSON, URLs and the base64 alphabets encode differently. */
const SECRETS = ['AIzaSy-canary_0123456789abcdefghijklmno', 'p?q/r+s "t" ~u>v_0123456789 wx'] as const;
const KINDS = ['main', ...sideKinds, 'web search', 'search engine'] as const;

/** Checks whether anything leaves this process that must be removed. */
export const screened: Claim = {
  id: 'screened',
  sentence: `The canaries are two keys (each in plain text, in JSON, in base64 (at three alignments, in the URL-safe alphabet and in lines), in hexadecimal, in URLs and split by hidden characters) and three kinds of hidden characters. They are in the instruction, in messages, in calls, in results and in queries. 0 of them leave in any request: main, classifier, summary, summary check, loop check and its double check over ${Object.keys(PROVIDERS).length} wires, and web search by Gemini and by a search engine. With screening off, every kind of request carries them.`,
  async run({ isQuick, say }) {
    const forms = SECRETS.flatMap(toCanaries);
    const poison = [...forms.map(({ text }) => text), hiddenCanary].join('\n');
    const sent: Sent[] = [];
    const unscreenedSent: Sent[] = [];
    for (const [wire, provider] of Object.entries(PROVIDERS).slice(0, isQuick ? 2 : undefined)) {
      const screen = createScreen(SECRETS);
      sent.push(...at(wire, await playRequests({ provider, screen, poison })));
      unscreenedSent.push(...at(wire, await playRequests({ provider, screen: unscreened, poison })));
      say(`${wire}: ${sent.length} requests screened, ${unscreenedSent.length} not`);
    }
    // Each form alone too, because a query is short.
    for (const secret of SECRETS)
      for (const { text } of toCanaries(secret)) {
        const query = `what is ${text} ${hiddenCanary}`;
        sent.push(...at('search', await playSearches(query, secret)));
      }
    const known = 'another key that is known here';
    unscreenedSent.push(...at('search', await playSearches(`what is ${SECRETS[0]}`, known)));
    const leaks = sent.filter(({ body }) => findCanaries(body, SECRETS).length > 0);
    const seen = unscreenedSent.filter(({ body }) => findCanaries(body, SECRETS).length > 0);
    for (const { wire, kind, body } of leaks) say(`LEAK ${wire} ${kind}: ${findCanaries(body, SECRETS).join(', ')}`);
    const missed = forms.filter(({ text }) => findCanaries(text, SECRETS).length === 0).map(({ form }) => form);
    const kindsOf = (requests: readonly Sent[]): number => new Set(requests.map(({ kind }) => kind)).size;
    return {
      holds:
        leaks.length === 0 &&
        missed.length === 0 &&
        kindsOf(sent) === KINDS.length &&
        kindsOf(seen) === KINDS.length &&
        seen.length === unscreenedSent.length,
      figures: {
        requests: sent.length,
        kinds: kindsOf(sent),
        wires: new Set(sent.map(({ wire }) => wire)).size - 1,
        forms: forms.length,
        leaks: leaks.length,
        'control: requests without screening': unscreenedSent.length,
        'control: of these seen to leak': seen.length,
        'control: kinds seen to leak': kindsOf(seen),
        'control: forms that the detector misses': missed.length,
      },
      against: 'the same sessions with screening off, and searches with an unknown key',
    };
  },
};

interface Sent extends SentRequest {
  readonly wire: string;
}

function at(wire: string, requests: readonly SentRequest[]): readonly Sent[] {
  return requests.map((request) => ({ ...request, wire }));
}
