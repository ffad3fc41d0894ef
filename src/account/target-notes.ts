// Says which settings of a target are overridden: variables that a named profile leaves unused always, the rest with
// --verbose.
import type { Target } from './settings.ts';

export function sayNotes(
  show: { note(text: string): void; detail(text: string): void },
  { profile, ignored, notes }: Pick<Target, 'profile' | 'ignored' | 'notes'>,
): void {
  if (ignored.length > 0)
    show.note(`Not used, since --profile ${profile} has its own: ${ignored.join(', ')}`);
  for (const note of notes) show.detail(note);
}
