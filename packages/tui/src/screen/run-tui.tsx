import { render } from 'ink';
import type { TuiHost } from '../host.ts';
import { App } from './app.tsx';
import { Surface } from './surface.ts';

/** A session on the screen until the person leaves. Resolves to the exit code. */
export async function runTui(host: TuiHost): Promise<number> {
  const surface = new Surface(host);
  const { stdin, isScreenReader } = host.terminal;
  const { waitUntilExit } = render(<App surface={surface} />, {
    stdin,
    stdout: surface.canvas.stdout,
    // Each frame stands for itself: the canvas knows what is on the screen, see there.
    debug: true,
    interactive: true,
    exitOnCtrlC: false,
    isScreenReaderEnabled: isScreenReader,
    kittyKeyboard: { mode: 'auto' },
  });
  surface.start();
  try {
    const code = await waitUntilExit();
    return typeof code === 'number' ? code : 0;
  } finally {
    await surface.close();
  }
}
