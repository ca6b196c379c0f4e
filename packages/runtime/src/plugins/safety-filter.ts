import { createHash } from 'node:crypto';
import { BasePlugin, type Context, type LlmRequest, type LlmResponse } from '@google/adk';
import type { Content, FunctionDeclaration, GenerateContentConfig, Part } from '@google/genai';
import { changeTexts, mapSame, mapStrings } from './change-texts.ts';

/** What was left out of a text, and of which; never the text itself. */
export interface ScreenFinding {
  readonly where: string;
  readonly what: 'hidden characters' | 'a secret';
}

/** What screening needs. Both functions give back the very same text when there is nothing to leave out. */
export interface SafetyFilterParts {
  /** Leaves out characters that nobody sees. */
  readonly strip: (text: string) => string;
  /** Puts a mark in the place of secrets that are known, and of what looks like one. */
  readonly redact: (text: string) => string;
  readonly onFinding: (finding: ScreenFinding) => void;
}

/** A text of which nothing is left must still be one: providers refuse an empty part. */
const NOTHING_LEFT = '[left out: characters that nobody sees]';
/** How many texts are remembered, by their digests, so that of each it is told once. */
const MAX_TOLD = 10_000;

/**
 * Screens what goes to the model and what comes from it.
 *
 * A content is screened once and then sent as the same object again, so that a step costs what is new in it and the
 * caches that go by identity hold. It must be the last plugin that changes requests, and gets contents that are not
 * copied for each step. Calls are left as the model made them: what is in them is for the safety checks to find. So are
 * thoughts that are signed, which a provider takes back unchanged or not at all.
 */
export class SafetyFilter extends BasePlugin {
  readonly #parts: SafetyFilterParts;
  readonly #contents = new WeakMap<Content, Content>();
  #last: { readonly given: readonly Content[]; readonly screened: readonly Content[] } = { given: [], screened: [] };
  readonly #declarations = new WeakMap<FunctionDeclaration, FunctionDeclaration>();
  #instruction = { given: '', screened: '' };
  readonly #told = new Set<string>();

  constructor(parts: SafetyFilterParts) {
    super('safety_filter');
    this.#parts = parts;
  }

  override async beforeModelCallback({
    llmRequest,
  }: {
    callbackContext: Context;
    llmRequest: LlmRequest;
  }): Promise<LlmResponse | undefined> {
    const last = this.#last;
    const given = llmRequest.contents;
    // Most of it stands where it stood, which costs less to see than to look up.
    const screened = given.map((content, n) =>
      content === last.given[n] ? (last.screened[n] ?? content) : this.#screenContent(content),
    );
    // Copies: the arrays belong to the request, and to whoever changes it after us.
    this.#last = { given: [...given], screened: [...screened] };
    llmRequest.contents = screened;
    if (llmRequest.config !== undefined) llmRequest.config = this.#screenConfig(llmRequest.config);
    return undefined;
  }

  /**
   * Screens an answer, each delta of it and then the whole. A secret that is cut in two by deltas is seen in the whole
   * only, which is what is kept. It is told of the whole alone. The response is changed in place: one that is returned
   * would keep it from plugins that come later.
   */
  override async afterModelCallback({
    llmResponse,
  }: {
    callbackContext: Context;
    llmResponse: LlmResponse;
  }): Promise<LlmResponse | undefined> {
    const { content, partial } = llmResponse;
    if (content?.parts === undefined) return undefined;
    const screen = (text: string): string =>
      partial === true ? this.#clean(text) : this.#screenText(text, "the model's answer");
    const parts = mapSame(content.parts, (part) => changeTexts(part, screen));
    if (parts !== content.parts) llmResponse.content = { ...content, parts };
    return undefined;
  }

  #screenContent(content: Content): Content {
    const known = this.#contents.get(content);
    if (known !== undefined) return known;
    const parts = content.parts && mapSame(content.parts, (part) => this.#screenPart(part, content.role));
    const screened = parts === undefined || parts === content.parts ? content : { ...content, parts };
    this.#contents.set(content, screened);
    // A plugin or a retry may hand it back to us.
    this.#contents.set(screened, screened);
    return screened;
  }

  #screenPart(part: Part, role: string | undefined): Part {
    const where = role === 'model' ? 'what the model said' : 'what was said to the model';
    return changeTexts(part, (text, tool) =>
      this.#screenText(text, tool === undefined ? where : `the result of ${tool}`),
    );
  }

  #screenConfig(config: GenerateContentConfig): GenerateContentConfig {
    const { systemInstruction, tools } = config;
    const instruction = typeof systemInstruction === 'string' ? this.#screenInstruction(systemInstruction) : undefined;
    const screened = tools && mapSame(tools, (tool) => this.#screenTool(tool));
    if ((instruction === undefined || instruction === systemInstruction) && screened === tools) return config;
    return {
      ...config,
      ...(instruction === undefined ? {} : { systemInstruction: instruction }),
      ...(screened === undefined ? {} : { tools: screened }),
    };
  }

  /** Memory files of the workspace are in here. It is the same at almost every step. */
  #screenInstruction(given: string): string {
    if (given !== this.#instruction.given)
      this.#instruction = { given, screened: this.#screenText(given, 'the instruction') };
    return this.#instruction.screened;
  }

  /** What a server says of its tools is text of others too. It has no secrets of ours. */
  #screenTool<Tool extends object>(tool: Tool): Tool {
    if (!('functionDeclarations' in tool) || !Array.isArray(tool.functionDeclarations)) return tool;
    const given = tool.functionDeclarations as FunctionDeclaration[];
    const screened = mapSame(given, (declaration) => this.#screenDeclaration(declaration));
    return screened === given ? tool : { ...tool, functionDeclarations: screened };
  }

  #screenDeclaration(declaration: FunctionDeclaration): FunctionDeclaration {
    const known = this.#declarations.get(declaration);
    if (known !== undefined) return known;
    const screened = mapStrings(declaration, this.#parts.strip) as FunctionDeclaration;
    if (screened !== declaration)
      this.#parts.onFinding({ where: `the description of ${screened.name ?? 'a tool'}`, what: 'hidden characters' });
    this.#declarations.set(declaration, screened);
    return screened;
  }

  /** First what is hidden, so that it cannot cut a secret in two. */
  #clean(text: string): string {
    return this.#parts.redact(this.#parts.strip(text));
  }

  #screenText(text: string, where: string): string {
    const stripped = this.#parts.strip(text);
    const screened = this.#parts.redact(stripped);
    if (screened === text) return text;
    if (stripped !== text) this.#tell(text, { where, what: 'hidden characters' });
    if (screened !== stripped) this.#tell(text, { where, what: 'a secret' });
    return screened === '' ? NOTHING_LEFT : screened;
  }

  /** Once for each text: where contents are copied for other plugins, the same text comes again with every step. */
  #tell(text: string, finding: ScreenFinding): void {
    const key = createHash('sha256').update(`${finding.what} ${text}`).digest('base64');
    if (this.#told.has(key)) return;
    const [oldest] = this.#told;
    if (this.#told.size >= MAX_TOLD && oldest !== undefined) this.#told.delete(oldest);
    this.#told.add(key);
    this.#parts.onFinding(finding);
  }
}
