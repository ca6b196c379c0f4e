import type { Rule } from 'eslint';

/** The parts of a class member that count. */
interface Member {
  readonly type: string;
  readonly kind?: string;
  readonly key?: { readonly type: string; readonly name?: string; readonly value?: unknown };
  readonly accessibility?: string;
  readonly value?: { readonly params?: readonly Parameter[] } | null;
}

interface Parameter {
  readonly type: string;
  readonly accessibility?: string;
}

interface Limits {
  readonly fields: number;
  readonly publicMembers: number;
}

const FIELDS = new Set(['PropertyDefinition', 'AccessorProperty', 'TSAbstractPropertyDefinition']);
const METHODS = new Set(['MethodDefinition', 'TSAbstractMethodDefinition']);

/**
 * Limits the fields and the public members of a class. Parameter properties count; a getter and its setter are one
 * member.
 */
export const classSize: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [
      {
        type: 'object',
        properties: {
          fields: { type: 'integer' },
          publicMembers: { type: 'integer' },
          except: { type: 'array', items: { type: 'string' } },
        },
        required: ['fields', 'publicMembers'],
        additionalProperties: false,
      },
    ],
    messages: {
      fields: 'This class has {{count}} fields; the limit is {{limit}}.',
      publicMembers: 'This class has {{count}} public members; the limit is {{limit}}.',
    },
  },
  create(context) {
    const { except = [], ...limits } = context.options[0] as Limits & { readonly except?: readonly string[] };
    return {
      ClassBody(node) {
        const { id } = node.parent as { readonly id?: { readonly name: string } | null };
        if (except.includes(id?.name ?? '')) return;
        const counts = countMembers(node.body as readonly unknown[] as readonly Member[]);
        for (const messageId of ['fields', 'publicMembers'] as const) {
          const [count, limit] = [counts[messageId], limits[messageId]];
          if (count > limit) context.report({ node, messageId, data: { count: String(count), limit: String(limit) } });
        }
      },
    };
  },
};

function countMembers(members: readonly Member[]): Limits {
  const parameters = members.filter(isConstructor).flatMap(({ value }) => value?.params ?? []);
  const properties = parameters.filter(({ type }) => type === 'TSParameterProperty');
  const fields = members.filter(({ type }) => FIELDS.has(type));
  const named = members.filter((member) => isMember(member) && isPublic(member));
  const names = new Set(named.map((member) => nameOf(member) ?? member));
  return {
    fields: fields.length + properties.length,
    publicMembers: names.size + properties.filter((property) => isPublic(property)).length,
  };
}

function isConstructor({ kind }: Member): boolean {
  return kind === 'constructor';
}

function isMember(member: Member): boolean {
  return (FIELDS.has(member.type) || METHODS.has(member.type)) && !isConstructor(member);
}

function isPublic({ accessibility, key }: Pick<Member, 'accessibility' | 'key'>): boolean {
  return (accessibility === undefined || accessibility === 'public') && key?.type !== 'PrivateIdentifier';
}

function nameOf({ key }: Member): string | undefined {
  return key?.name ?? (typeof key?.value === 'string' ? key.value : undefined);
}
