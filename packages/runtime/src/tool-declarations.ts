import { BaseTool } from '@google/adk';
import type { FunctionDeclaration } from '@google/genai';
import { AgentError } from '@bowline/protocol';
import type { Tool } from '@bowline/tools';

/** A tool as ADK declares it to the model. ADK never runs it: calls pause the step and are dispatched by us. */
export class DeclaredTool extends BaseTool {
  readonly #declaration: FunctionDeclaration;

  constructor({ name, description, parameters }: Pick<Tool, 'name' | 'description' | 'parameters'>) {
    super({ name, description });
    this.#declaration = { name, description, parametersJsonSchema: parameters };
  }

  override _getDeclaration(): FunctionDeclaration {
    return this.#declaration;
  }

  override async runAsync(): Promise<unknown> {
    throw new AgentError('INTERNAL', `ADK ran ${this.name}, which only dispatch may do`);
  }
}
