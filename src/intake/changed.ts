// The failure of a second pass that meets another input than the first.
import { inputFailure } from '../base/failure.ts';

/** The second pass meets other rows than the survey counted. */
export function changed(file?: string) {
  return inputFailure(
    'input.changed',
    file === undefined ? 'The input changed while it was read' : 'The file changed while it was read',
    {
      ...(file === undefined ? {} : { place: { file } }),
      expected: 'the same bytes in both passes',
      hint: 'Wait until the export is finished, or copy the file first, then run the command again.',
    },
  );
}
