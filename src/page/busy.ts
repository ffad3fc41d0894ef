// A button while its act runs: it cannot be pressed again, and says that something happens.
import { setChildren } from './dom.ts';

/** `label`: what the button says meanwhile. `complain` gets why the act failed. */
export async function whileBusy(
  button: HTMLButtonElement,
  label: string,
  act: () => Promise<void>,
  complain: (error: unknown) => void,
): Promise<void> {
  const before = button.textContent;
  button.disabled = true;
  setChildren(button, label);
  try {
    await act();
  } catch (error) {
    complain(error);
  } finally {
    button.disabled = false;
    setChildren(button, before);
  }
}
