// A promise that a test ends.

/** What others wait for until the test says so. */
export function makeHeld() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}
