import type { Rule } from 'eslint';
import { toTypeScriptNode } from './to-typescript-node.ts';

interface Named {
  readonly type: string;
  readonly name?: string;
  readonly value?: unknown;
}

interface Property {
  readonly type: string;
  readonly key?: Named;
}

interface Pattern {
  readonly type: string;
  readonly properties?: readonly Property[];
}

const MODULES = new Set(['process', 'node:process', 'v8', 'node:v8']);
const GLOBALS = new Set(['globalThis', 'global']);
const LOADERS = new Set(['require', 'getBuiltinModule']);

/**
 * Reports every way to the process besides its global name: imports of `process` and `v8`, and `globalThis.process`.
 */
export const noProcess: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { found: 'Only main.ts files touch the process; pass what you need.' },
  },
  create(context) {
    const report = (node: Rule.Node): void => {
      context.report({ node, messageId: 'found' });
    };
    const checkSource = (node: Rule.Node): void => {
      const { source, importKind, exportKind } = toTypeScriptNode(node) as Record<string, unknown>;
      const isType = importKind === 'type' || exportKind === 'type';
      if (!isType && isModule(source)) report(node);
    };
    return {
      ImportDeclaration: checkSource,
      ExportNamedDeclaration: checkSource,
      ExportAllDeclaration: checkSource,
      ImportExpression: checkSource,
      CallExpression(node) {
        const { callee } = node;
        const name = callee.type === 'MemberExpression' ? (callee.property as Named).name : (callee as Named).name;
        if (LOADERS.has(name ?? '') && isModule(node.arguments[0])) report(node);
      },
      MemberExpression(node) {
        const { object, property } = node;
        if (isGlobal(object) && isNamedProcess(property)) report(node);
      },
      VariableDeclarator(node) {
        const { id, init } = toTypeScriptNode(node) as { readonly id: Pattern; readonly init: unknown };
        const names = id.type === 'ObjectPattern' ? (id.properties ?? []) : [];
        if (isGlobal(init) && names.some(({ key }) => isNamedProcess(key))) report(node);
      },
    };
  },
};

function isModule(source: unknown): boolean {
  const { value } = (source ?? {}) as Named;
  return typeof value === 'string' && MODULES.has(value);
}

function isGlobal(node: unknown): boolean {
  const { type, name } = (node ?? {}) as Named;
  return type === 'Identifier' && GLOBALS.has(name ?? '');
}

function isNamedProcess(node: unknown): boolean {
  const { name, value } = (node ?? {}) as Named;
  return (name ?? value) === 'process';
}
