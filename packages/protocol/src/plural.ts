/** A count with its noun: `1 message`, `2 messages`, `1,200 tokens`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
