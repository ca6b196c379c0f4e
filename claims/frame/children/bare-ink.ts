// The comparison: the smallest program on Ink that shows a line and waits for keys.
import { createElement } from 'react';
import { render, Text, useInput } from 'ink';

function Hello(): ReturnType<typeof createElement> {
  useInput(() => undefined);
  return createElement(Text, null, 'hello');
}

render(createElement(Hello));
