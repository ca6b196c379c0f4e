import { BasePlugin, type Context, type LlmResponse } from '@google/adk';
import { changeTexts, mapSame, TextScreen, type Screen } from '@bowline/models';
import type { Finding } from '@bowline/protocol';

/**
 * Screens model output. Input is screened by the model client.
 *
 * Screens each delta of an answer, then the complete answer, which is what is saved. A secret split across deltas is
 * found only in the complete answer. Findings are reported only for the complete answer. Only secrets are removed from
 * call arguments; the safety checks look for everything else there.
 */
export class SafetyFilter extends BasePlugin {
  readonly #texts: TextScreen;

  constructor(screen: Screen, onFinding: (finding: Finding) => void) {
    super('safety_filter');
    this.#texts = new TextScreen(screen, onFinding);
  }

  /** Changes the response in place, because returning one would hide it from later plugins. */
  override async afterModelCallback({
    llmResponse,
  }: {
    callbackContext: Context;
    llmResponse: LlmResponse;
  }): Promise<LlmResponse | undefined> {
    const { content, partial } = llmResponse;
    if (content?.parts === undefined) return undefined;
    const where = "the model's answer";
    const parts = mapSame(content.parts, (part) =>
      changeTexts(part, {
        text: (text) => (partial === true ? this.#texts.clean(text) : this.#texts.screen(text, where)),
        argument: (text) => this.#texts.redact(text, where),
        data: (data) => data,
      }),
    );
    if (parts !== content.parts) llmResponse.content = { ...content, parts };
    return undefined;
  }
}
