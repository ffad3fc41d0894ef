// Cells that several exports have in common: money, times, people.

export const money = (cents: number): string => (cents / 100).toFixed(2);

export const iso = (ms: number): string => new Date(ms).toISOString().replace('.000', '');

/** `2026-10-25 02:30:00` on the clock of the wall. */
const WALL = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'medium',
});
export const wall = (ms: number): string => WALL.format(ms);

export const time = (ms: number | null, berlin: boolean): string =>
  ms === null ? '' : berlin ? wall(ms) : iso(ms);

/** An invented shopper. */
export function person(number: number) {
  return {
    email: `p${number}@example.com`,
    first: 'Pat',
    last: `Lee ${number}`,
    phone: `+1 208 555 ${`${number}`.padStart(4, '0')}`,
    street: `${number + 1} Elm St`,
    city: 'Boise',
    state: 'ID',
    zip: '83702',
    country: 'US',
  };
}
