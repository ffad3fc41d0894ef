// The keyboard of a tool page. Letter keys are ignored in text fields; arrows and Enter go to the focused element.

/** `actOf`: what a key does, by its name in the browser. The list of the page has the id `list`, its search the id `search`. */
export function handleKeys(
  page: Window & typeof globalThis,
  actOf: (key: string) => (() => unknown) | undefined,
): void {
  const { document } = page;
  document.addEventListener('keydown', (event) => {
    const { key } = event;
    const act = actOf(key);
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]')) return;
    const focused = document.activeElement;
    const isWriting = focused?.matches('input, select, textarea') ?? false;
    if (isWriting && key !== 'Escape' && !(key === 'Enter' && focused?.id === 'search')) return;
    const isInList = focused === document.body || focused?.closest('#list') || isWriting;
    if (key.length > 1 && key !== 'Escape' && !isInList) return;
    event.preventDefault();
    act();
  });
}
