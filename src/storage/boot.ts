// Boots of a machine by their ids: Linux gives each one a name; elsewhere its minute is all there is.

/** The minute of a boot is wall clock minus uptime, so it moves when somebody sets the clock. */
const TOLERANCE_MIN = 3;

/** Every id by which the boot with this id may be known, its own first. */
export function idsOfBoot(boot: string): readonly string[] {
  if (!/^\d+$/.test(boot)) return [boot];
  const near = Array.from({ length: TOLERANCE_MIN }, (_, i) => [Number(boot) - i - 1, Number(boot) + i + 1]);
  return [boot, ...near.flat().map(String)];
}
