/** The stream of the keyboard. */
export type Keyboard = Pick<NodeJS.ReadStream, 'pause'>;

/**
 * Stops reading the keyboard, so that another program gets every key. Call it after the last listener is gone: without
 * it, Node still has a read pending, which takes keys from the program and blocks when that program takes them first.
 */
export async function releaseKeyboard(keyboard: Keyboard): Promise<void> {
  // A stream forgets its `readable` listeners one tick later, and ignores `pause` until then.
  await nextTurn();
  keyboard.pause();
  // The read ends one tick after the stream is paused.
  await nextTurn();
}

async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
}
