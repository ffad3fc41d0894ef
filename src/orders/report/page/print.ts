// Printing shows what is on the screen, with the rows and explanations that are closed there.

export function prepareForPrint(): void {
  let closed: HTMLDetailsElement[] = [];
  window.addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const one of closed) {
      one.open = true;
      // The event of the element comes too late for the print.
      one.dispatchEvent(new Event('toggle'));
    }
  });
  window.addEventListener('afterprint', () => {
    for (const one of closed) one.open = false;
  });
}
