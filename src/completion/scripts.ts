// The scripts that a shell reads: one file each in src/completion/scripts/, copied next to the bundle by the build.
import path from 'node:path';
import type { Platform } from '../platform/platform.ts';

const FILES = {
  bash: 'returns.bash',
  zsh: 'returns.zsh',
  fish: 'returns.fish',
  powershell: 'returns.ps1',
} as const;

export type Shell = keyof typeof FILES;
export const SHELLS = Object.keys(FILES) as Shell[];

/** The command that takes the script into a running shell. */
export const LOADED_BY: Readonly<Record<Shell, string>> = {
  bash: 'source <(returns completion bash)',
  zsh: 'source <(returns completion zsh)',
  fish: 'returns completion fish | source',
  powershell: 'returns completion powershell | Out-String | Invoke-Expression',
};

export const completionScript = (
  { files, packageFolder }: Pick<Platform, 'files' | 'packageFolder'>,
  shell: Shell,
): string => files.readText(path.join(packageFolder, 'dist', 'completion', FILES[shell]));
