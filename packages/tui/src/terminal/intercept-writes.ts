/** Keyboard modes that Ink sets, which must reach the terminal. */
const MODES = /^(?:\u001B\[(?:\?\d+[hl]|[<>=]\d*u|\?u))+$/;

/** A copy of a stream that drops rendered text and otherwise behaves like the original. */
export function interceptWrites(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
  const write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    const text = String(chunk);
    if (MODES.test(text)) stdout.write(text);
    const done = rest.find((each) => typeof each === 'function');
    if (done !== undefined) stdout.write('', done as () => void);
    return true;
  };
  return new Proxy(stdout, {
    get: (target, name) => {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
