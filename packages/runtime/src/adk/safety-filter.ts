import { BasePlugin, type Context, type LlmResponse } from '@google/adk';
import { changeTexts, mapSame, TextScreen, type Screen } from '@bowline/models';
import type { Finding } from '@bowline/protocol';

/**
 * Screens what comes from the model; what goes to it is screened by its client.
 *
 * Each delta of an answer is screened and then the whole. A secret that is cut in two by deltas is seen in the whole
 * only, which is what is kept. Findings are reported of the whole alone. Arguments of calls lose secrets only: the rest
 * of what is in them is for the safety checks to find.
 */
export class SafetyFilter extends BasePlugin {
  readonly #texts: TextScreen;

  constructor(screen: Screen, onFinding: (finding: Finding) => void) {
    super('safety_filter');
    this.#texts = new TextScreen(screen, onFinding);
  }

  /** The response is changed in place: one that is returned would keep it from plugins that come later. */
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
