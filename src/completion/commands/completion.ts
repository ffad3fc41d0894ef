// `returns completion`: prints the script that makes a shell complete the commands, flags and values of this tool.

import path from 'node:path';
import { EXIT } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';
import { defineCommand } from '../../cli/command.ts';

const FILES = {
  bash: 'returns.bash',
  zsh: 'returns.zsh',
  fish: 'returns.fish',
  powershell: 'returns.ps1',
} as const;

type Shell = keyof typeof FILES;
export const SHELLS = Object.keys(FILES) as Shell[];

/** The command that takes the script into a running shell. */
const LOADED_BY: Readonly<Record<Shell, string>> = {
  bash: 'source <(returns completion bash)',
  zsh: 'source <(returns completion zsh)',
  fish: 'returns completion fish | source',
  powershell: 'returns completion powershell | Out-String | Invoke-Expression',
};

export const command = defineCommand({
  args: '<shell>',
  more: `Shells: ${SHELLS.join(', ')}. To keep it, put the line into the file that your shell reads at its start: ~/.bashrc, ~/.zshrc (after compinit), ~/.config/fish/config.fish, or $PROFILE of PowerShell.`,
  examples: [
    [LOADED_BY.bash, 'bash: complete from now on, in this shell'],
    [LOADED_BY.zsh, 'zsh'],
    [LOADED_BY.fish, 'fish'],
    [LOADED_BY.powershell, 'PowerShell (untested)'],
  ],
  async run({ show, platform }, [name]) {
    const shell = SHELLS.find((each) => each === name);
    if (!shell)
      throw usageFailure(
        'completion.shell',
        `There is no completion for ${quote(name)}.${meantText(name, SHELLS)}`,
        {
          ...{ expected: `one of ${SHELLS.join(', ')}`, found: name },
          hint: `For bash: ${LOADED_BY.bash}`,
        },
      );
    const { files, packageFolder, terminal } = platform;
    const script = files.readText(path.join(packageFolder, 'dist', 'completion', FILES[shell]));
    await show.result({ schema: 'completion/1', shell, loaded_by: LOADED_BY[shell], script }, () => script, {
      verbatim: true,
    });
    // A shell that reads the script at its start has stderr on the terminal, too: it would say this in every new window.
    if (terminal.stdoutIsTerminal) show.next(LOADED_BY[shell]);
    return EXIT.done;
  },
});
