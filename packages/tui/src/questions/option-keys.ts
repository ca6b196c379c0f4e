import type { InputRequest } from '@bowline/protocol';

/** A question with options. */
export type Choice = Extract<InputRequest, { kind: 'choice' }>;

/** The key of each option, and last that of an answer of one's own, if that is possible. */
export function optionKeys({ options, allowsText = false }: Choice): readonly string[] {
  const rows: readonly { readonly key?: string | undefined }[] = allowsText ? [...options, {}] : options;
  return rows.map(({ key }, at) => key ?? String(at + 1));
}
