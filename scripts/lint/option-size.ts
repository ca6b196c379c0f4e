import type { Rule } from 'eslint';
import { toTypeScriptNode } from './to-typescript-node.ts';

interface TypeNode {
  readonly type: string;
  readonly members?: readonly unknown[];
  readonly types?: readonly TypeNode[];
}

interface Declaration {
  readonly id: { readonly name: string };
  readonly body?: { readonly body: readonly unknown[] };
  readonly typeAnnotation?: TypeNode;
}

/** Limits the members written in an interface or type whose name ends in `Options`. */
export const optionSize: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [
      {
        type: 'object',
        properties: { max: { type: 'integer' }, except: { type: 'array', items: { type: 'string' } } },
        required: ['max'],
        additionalProperties: false,
      },
    ],
    messages: { tooMany: '{{name}} has {{count}} options; the limit is {{max}}. Group them.' },
  },
  create(context) {
    const { max, except = [] } = context.options[0] as { readonly max: number; readonly except?: readonly string[] };
    const check = (node: Rule.Node): void => {
      const { id, body, typeAnnotation } = toTypeScriptNode(node) as Declaration;
      if (!id.name.endsWith('Options') || except.includes(id.name)) return;
      const count = body?.body.length ?? countMembers(typeAnnotation);
      if (count <= max) return;
      context.report({ node, messageId: 'tooMany', data: { name: id.name, count: String(count), max: String(max) } });
    };
    return { TSInterfaceDeclaration: check, TSTypeAliasDeclaration: check };
  },
};

function countMembers(node: TypeNode | undefined): number {
  if (node?.type === 'TSTypeLiteral') return node.members?.length ?? 0;
  if (node?.type !== 'TSIntersectionType') return 0;
  return (node.types ?? []).reduce((sum, each) => sum + countMembers(each), 0);
}
