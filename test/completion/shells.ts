// Real shells on a pseudo-terminal that have read our script: what stands on the line after a press of Tab.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { BIN, type Cli } from '../helpers/cli.ts';
import { hasPty, programOnTerminal, type Screen } from '../helpers/pty.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type TestedShell = (typeof SHELLS)[number];

/** Why a shell cannot be tested here; undefined when it can. */
export function missing(shell: TestedShell): string | undefined {
  if (!hasPty) return 'script of util-linux is missing';
  return spawnSync(shell, ['--version']).status === 0 ? undefined : `${shell} is missing`;
}

/** The keys Ctrl-X Ctrl-P print the line as the shell has it, between signs that nothing else prints. */
const PRINT = '\u0018\u0010';

/** What each shell reads at its start, beside the script. */
const START: Readonly<
  Record<TestedShell, { readonly file: string; readonly text: string; readonly words: string }>
> = {
  bash: {
    file: 'bashrc',
    text: `PS1='$ '
HISTFILE=
source <(returns completion bash)
_line() { printf '\\n[[%s]]\\n' "$READLINE_LINE"; READLINE_LINE=; READLINE_POINT=0; }
bind -x '"\\C-x\\C-p": _line'
bind 'set bell-style none'
bind 'set enable-bracketed-paste off'
bind 'set page-completions off'
bind 'set completion-query-items 0'
`,
    words: 'bash --noprofile --rcfile RC -i',
  },
  zsh: {
    file: '.zshrc',
    text: `PS1='$ '
unsetopt beep
source <(returns completion zsh)
_line() { print -r -- ""; print -r -- "[[$BUFFER]]"; BUFFER=; zle reset-prompt; }
zle -N _line
bindkey '^X^P' _line
LISTMAX=1000
`,
    words: 'env ZDOTDIR=FOLDER zsh -d -i',
  },
  fish: {
    file: 'config.fish',
    text: `set -g fish_greeting
function fish_prompt; echo '$ '; end
set -g fish_autosuggestion_enabled 0
returns completion fish | source
bind \\cx\\cp 'printf "\\n[[%s]]\\n" (commandline | string collect); commandline ""; commandline -f repaint'
`,
    words: 'fish --no-config -i -C "source RC"',
  },
};

export interface Session {
  /** Types the text and Tab, and returns the line that stands there then. `back`: moves the cursor left before Tab. */
  completed(typed: string, back?: number): Promise<string>;
  /** Types the text, presses Tab so often that the shell lists what fits, and returns what it drew. */
  listed(typed: string): Promise<string>;
  readonly screen: Screen;
}

/** Starts a shell whose `returns` is ours. `rc`: more lines for its start. */
export async function openShell(
  shell: TestedShell,
  cli: Cli,
  env: Readonly<Record<string, string>> = {},
  rc = '',
): Promise<Session> {
  const folder = path.join(cli.root, `${shell}-home`);
  fs.mkdirSync(path.join(folder, 'bin'), { recursive: true });
  const program = path.join(folder, 'bin', 'returns');
  if (!fs.existsSync(program)) fs.symlinkSync(BIN, program);
  const { file, text, words } = START[shell];
  const ready = shell === 'fish' ? 'echo "re""ady"' : "echo 're''ady'";
  fs.writeFileSync(path.join(folder, file), `${text}${rc}${ready}\n`);
  const command = words.replace('RC', path.join(folder, file)).replace('FOLDER', folder);
  const paths = [path.join(folder, 'bin'), path.dirname(process.execPath), cli.env['PATH']];
  // fish leaves a folder in /tmp unless XDG_RUNTIME_DIR is a private one (0700).
  const screen = programOnTerminal(cli, command, {
    columns: 200,
    env: {
      PATH: paths.join(':'),
      HOME: path.join(cli.root, 'home'),
      XDG_RUNTIME_DIR: cli.root,
      LC_ALL: 'C.UTF-8',
      ...env,
    },
  });
  await screen.shows('ready');
  await screen.shows('$ ');
  const line = async (keys: string): Promise<readonly [line: string, drawn: string]> => {
    const before = screen.raw().length;
    screen.child.stdin!.write(keys + PRINT);
    await screen.shows(']]');
    const drawn = screen.raw().slice(before);
    return [/\[\[([\s\S]*?)\]\]/.exec(drawn)?.[1] ?? '', drawn];
  };
  return {
    screen,
    completed: async (typed, back = 0) => (await line(`${typed}${'\u001b[D'.repeat(back)}\t`))[0],
    listed: async (typed) => (await line(`${typed}\t\t`))[1],
  };
}
