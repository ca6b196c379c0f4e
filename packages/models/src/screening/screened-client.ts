import type { Finding } from '@bowline/protocol';
import type { Content, FunctionDeclaration, GenerateContentConfig, Part } from '@google/genai';
import type { ModelChunk, ModelClient, ModelRequest } from '../model-client.ts';
import { changeTexts, mapSame, mapStrings } from './change-texts.ts';
import { TextScreen, type Screen } from './text-screen.ts';

/**
 * The only client for requests: it removes hidden characters and known secrets from everything it sends.
 *
 * Code that calls a model takes this class and no other client; its private fields keep the compiler from accepting a
 * look-alike. A content is screened once and then sent as the same object, so that a step costs only what is new in it,
 * and encoder caches, which go by identity, stay valid.
 */
export class ScreenedClient implements ModelClient {
  readonly #client: ModelClient;
  readonly #texts: TextScreen;
  readonly #contents = new WeakMap<Content, Content>();
  #last: { readonly given: readonly Content[]; readonly screened: readonly Content[] } = { given: [], screened: [] };
  readonly #objects = new WeakMap<object, object>();
  #instruction = { given: '', screened: '' };

  constructor(client: ModelClient, screen: Screen, onFinding: (finding: Finding) => void = () => undefined) {
    this.#client = client;
    this.#texts = new TextScreen(screen, onFinding);
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelChunk> {
    yield* this.#client.stream(this.#screen(request), signal);
  }

  #screen({ model, contents, config }: ModelRequest): ModelRequest {
    const last = this.#last;
    // Most contents are at the same index as before, and comparing them is cheaper than a lookup.
    const screened = contents.map((content, n) =>
      content === last.given[n] ? (last.screened[n] ?? content) : this.#screenContent(content),
    );
    // Copied, because the arrays belong to the requests and may change.
    this.#last = { given: [...contents], screened: [...screened] };
    return { model, contents: screened, config: this.#screenConfig(config) };
  }

  #screenContent(content: Content): Content {
    const known = this.#contents.get(content);
    if (known !== undefined) return known;
    const parts = content.parts && mapSame(content.parts, (part) => this.#screenPart(part, content.role));
    const screened = parts === undefined || parts === content.parts ? content : { ...content, parts };
    this.#contents.set(content, screened);
    return screened;
  }

  #screenPart(part: Part, role: string | undefined): Part {
    const where = role === 'model' ? "the model's answer" : 'the message to the model';
    return changeTexts(part, {
      text: (text, tool) => this.#texts.screen(text, tool === undefined ? where : `the result of ${tool}`),
      argument: (text) => this.#texts.screen(text, 'the arguments of a call'),
      data: (data) => (this.#texts.redact(data, 'a file') === data ? data : undefined),
    });
  }

  #screenConfig(config: GenerateContentConfig): GenerateContentConfig {
    const entries: [string, unknown][] = Object.entries(config);
    const screened = mapSame(entries, (entry): [string, unknown] => {
      const value = this.#screenSetting(entry[0], entry[1]);
      return value === entry[1] ? entry : [entry[0], value];
    });
    return screened === entries ? config : Object.fromEntries(screened);
  }

  #screenSetting(name: string, value: unknown): unknown {
    if (name === 'systemInstruction' && typeof value === 'string') return this.#screenInstruction(value);
    if (name === 'tools' && Array.isArray(value)) return mapSame(value as object[], (tool) => this.#screenTool(tool));
    return this.#screenOnce(value, name);
  }

  /** Contains memory files of the workspace. It rarely changes between steps. */
  #screenInstruction(given: string): string {
    if (given !== this.#instruction.given)
      this.#instruction = { given, screened: this.#texts.screen(given, 'the instruction') };
    return this.#instruction.screened;
  }

  /** The tool descriptions of a server are third-party text too. */
  #screenTool(tool: object): object {
    if (!('functionDeclarations' in tool) || !Array.isArray(tool.functionDeclarations)) return tool;
    const given = tool.functionDeclarations as FunctionDeclaration[];
    const screened = mapSame(
      given,
      (declaration) => this.#screenOnce(declaration, `the description of ${declaration.name ?? 'a tool'}`) as object,
    );
    return screened === given ? tool : { ...tool, functionDeclarations: screened };
  }

  /** Screens an object once, however often it is sent, and reports only its first text with a finding. */
  #screenOnce(value: unknown, where: string): unknown {
    if (typeof value === 'string') return this.#texts.screen(value, where);
    if (typeof value !== 'object' || value === null) return value;
    const known = this.#objects.get(value);
    if (known !== undefined) return known;
    let isTold = false;
    const screened = mapStrings(value, (text) => {
      const clean = isTold ? this.#texts.clean(text) : this.#texts.screen(text, where);
      isTold ||= clean !== text;
      return clean;
    }) as object;
    this.#objects.set(value, screened);
    return screened;
  }
}
