// The commands of a test in its own process, which saves the start of a hundred programs.
import { desk } from '../../mappings/known.ts';

export function inProcess() {
  const at = desk();
  return {
    ...at,
    files: () => at.everyFile().map((file) => file.path),
    async run(args: readonly string[]) {
      const { exit, ...streams } = await at.run(args);
      return { code: exit, ...streams };
    },
  };
}
export type Cli = ReturnType<typeof inProcess>;
