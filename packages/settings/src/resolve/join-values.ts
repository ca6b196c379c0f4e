import { unreachable } from '@bowline/protocol';
import type { Joining } from '../keys/setting.ts';

/** Merges two values of a setting. The second has higher precedence. */
export function joinValues(earlier: unknown, later: unknown, joining: Joining = 'replace'): unknown {
  if (earlier === undefined || later === undefined) return later ?? earlier;
  switch (joining) {
    case 'replace':
      return later;
    case 'concat':
      return [...toList(earlier), ...toList(later)];
    case 'union':
      return [...new Set([...toList(earlier), ...toList(later)])];
    case 'entries':
      return isMap(earlier) && isMap(later) ? { ...earlier, ...later } : later;
    case 'deep':
      return joinDeep(earlier, later);
    default:
      return unreachable(joining);
  }
}

function joinDeep(earlier: unknown, later: unknown): unknown {
  if (!isMap(earlier) || !isMap(later)) return later;
  const both = Object.entries(later).map(([name, value]): [string, unknown] => [
    name,
    Object.hasOwn(earlier, name) ? joinDeep(earlier[name], value) : value,
  ]);
  return { ...earlier, ...Object.fromEntries(both) };
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [value];
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
