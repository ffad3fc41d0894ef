// Opens a file in the user's editor until its content is right, or the user gives up.
import { Failure, usageFailure } from '../basics/failure.ts';
import { shellWord } from '../basics/text.ts';
import type { Context } from './command.ts';
import { clean } from './presenter.ts';
import { makeAsk } from './prompts.ts';

/** @param check throws a Failure for a content that cannot be used @throws Failure exit 2 for an editor that fails; that of `check` */
export async function editUntilRight(
  { platform, globals, show }: Context,
  file: string,
  what: string,
  check: () => void,
): Promise<void> {
  for (;;) {
    if (!(await platform.system.edit(file)))
      throw usageFailure('edit.editor', 'The editor ended with an error', {
        hint: `Check VISUAL and EDITOR, or change the file itself: ${shellWord(file)}`,
      });
    try {
      check();
      return;
    } catch (error) {
      if (!(error instanceof Failure) || !globals.mayAsk) throw error;
      const { line, path } = error.place ?? {};
      const spot = [line === undefined ? [] : `line ${line}`, path ?? []].flat().map((part) => `${part}: `);
      show.warn(`${what} cannot be used like this: ${clean(spot.join('') + error.message)}`);
      if (!(await makeAsk(platform).confirm('Open it again?', true))) throw error;
    }
  }
}
