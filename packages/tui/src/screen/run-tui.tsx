import { render } from 'ink';
import type { TuiHost } from '../host/tui-host.ts';
import { App } from './app.tsx';
import { ScreenController } from './screen-controller.ts';

/** Shows a session until the user quits. Resolves to the exit code. */
export async function runTui(host: TuiHost): Promise<number> {
  const screen = new ScreenController(host);
  const { stdin, isScreenReader } = host.terminal;
  const { waitUntilExit } = render(<App screen={screen} />, {
    stdin,
    stdout: screen.view.canvas.stdout,
    // Makes Ink write every frame completely. The canvas finds the differences.
    debug: true,
    interactive: true,
    exitOnCtrlC: false,
    isScreenReaderEnabled: isScreenReader,
    kittyKeyboard: { mode: 'auto' },
  });
  screen.start();
  try {
    const code = await waitUntilExit();
    return typeof code === 'number' ? code : 0;
  } finally {
    await screen.close();
  }
}
