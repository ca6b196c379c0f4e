import type { Content } from '@google/genai';
import { toBytes, type Request, type Shortening } from './observed.ts';

/** Calls that are not directly followed by all of their results in order, and results without calls. */
export function tornCalls(contents: readonly Content[]): string[] {
  return contents.flatMap((content, n) => {
    const calls = callsOf(content);
    const results = resultsOf(content);
    const isMixed = results.length > 0 && results.length !== content.parts?.length;
    const answered = resultsOf(contents[n + 1]);
    const asked = callsOf(contents[n - 1]);
    return [
      ...(calls.join() === answered.join() ? [] : [`calls ${calls.join()} are answered by ${answered.join()}`]),
      ...(results.length === 0 || results.join() === asked.join() ? [] : [`no calls for ${results.join()}`]),
      ...(isMixed ? [`something else among ${results.join()}`] : []),
    ];
  });
}

function callsOf(content: Content | undefined): string[] {
  return content?.parts?.flatMap((part) => part.functionCall?.id ?? []) ?? [];
}

function resultsOf(content: Content | undefined): string[] {
  return content?.parts?.flatMap((part) => part.functionResponse?.id ?? []) ?? [];
}

/** Changes of a view beyond those of its plan. */
export function needlessChanges({ plan, isRejected, before, after }: Shortening): string[] {
  const was = toBytes(before.map(({ content }) => content));
  const is = toBytes(after.map(({ content }) => content));
  if (isRejected) return was.join() === is.join() ? [] : ['a refused summary changed something'];
  if (plan.kind === 'compact') {
    const head = before.filter(({ last }) => last <= plan.through).length;
    return is.slice(1).join() === was.slice(head).join() ? [] : ['what stays behind a summary changed'];
  }
  const wanted = new Set(plan.callIds);
  const blank = (contents: readonly Content[]): string[] => toBytes(contents.map((one) => withoutResults(one, wanted)));
  const others =
    blank(before.map(({ content }) => content)).join() === blank(after.map(({ content }) => content)).join();
  return others ? [] : ['masking changed more than its results'];
}

function withoutResults(content: Content, wanted: ReadonlySet<string>): Content {
  const parts = content.parts?.map((part) => (wanted.has(part.functionResponse?.id ?? '') ? {} : part)) ?? [];
  return { ...content, parts };
}

/** True if the earlier view is a prefix of the next one, directly followed by its answer. */
export function isPrefixKept({ sent, answer, found }: Request): boolean {
  return sent.every((bytes, n) => bytes === found[n]) && (answer === undefined || found[sent.length] === answer);
}

/** Context files that were shown before and are not shown unchanged after. */
export function lostMemory({ before, after }: Shortening): string[] {
  const shown = JSON.stringify(after.map(({ content }) => content));
  const texts = before.flatMap(({ memory = [] }) => memory.map(({ text }) => text.trim()));
  return texts.filter((text) => !shown.includes(JSON.stringify(text).slice(1, -1)));
}
