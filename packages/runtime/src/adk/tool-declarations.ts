import { BaseTool, type ToolProcessLlmRequest } from '@google/adk';
import type { FunctionDeclaration } from '@google/genai';
import { AgentError } from '@bowline/protocol';
import type { Tool } from '@bowline/tools';

/** The parts of a tool that a model sees. */
export type Declarable = Pick<Tool, 'name' | 'description' | 'parameters' | 'forModel'>;

/** A tool declaration for ADK. ADK never runs it: calls pause the step, and we dispatch them. */
export class DeclaredTool extends BaseTool {
  readonly #tool: Declarable;
  readonly #isOffered: () => boolean | Promise<boolean>;
  #declaration: FunctionDeclaration | undefined;

  constructor(tool: Declarable, isOffered: () => boolean | Promise<boolean> = () => true) {
    super({ name: tool.name, description: tool.description });
    this.#tool = tool;
    this.#isOffered = isOffered;
    this.#declaration = declare(tool);
  }

  /** Declares the tool as this model needs it, and only if the mode allows it. The request already names the model. */
  override async processLlmRequest(request: ToolProcessLlmRequest): Promise<void> {
    if (!(await this.#isOffered())) return;
    if (this.#tool.forModel !== undefined)
      this.#declaration = declareFor(this.#tool, request.llmRequest.model ?? '', this.#tool.forModel);
    await super.processLlmRequest(request);
  }

  override _getDeclaration(): FunctionDeclaration | undefined {
    return this.#declaration;
  }

  override async runAsync(): Promise<unknown> {
    throw new AgentError('INTERNAL', `ADK ran ${this.name}, which only dispatch may do`);
  }
}

function declare({ name, description, parameters }: Declarable): FunctionDeclaration {
  return { name, description, parametersJsonSchema: parameters };
}

function declareFor(
  tool: Declarable,
  model: string,
  forModel: NonNullable<Tool['forModel']>,
): FunctionDeclaration | undefined {
  const changes = forModel(model);
  return changes === null ? undefined : declare({ ...tool, ...changes });
}
