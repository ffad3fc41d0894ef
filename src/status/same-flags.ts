// The next commands with the flags that this one was given, so that they look at the same profile and the same folders.
import { shellWord } from '../basics/text.ts';

export interface GivenFlags {
  readonly profile?: string | undefined;
  readonly configDir?: string | undefined;
  readonly stateDir?: string | undefined;
}

/** These find a run by its id, or look at calls, which are recorded by folder; or name the profile themselves. */
const WITHOUT_PROFILE = /^returns (runs|calls|login|whoami|profile) /;

/** `command`: as a shell takes it. A flag that it has stays: commands of recorded runs have those that they were started with. */
export function withSameFlags(command: string, { profile, configDir, stateDir }: GivenFlags): string {
  const given: readonly (readonly [string, string | undefined])[] = [
    ['--profile', WITHOUT_PROFILE.test(`${command} `) ? undefined : profile],
    ['--config-dir', configDir],
    ['--state-dir', stateDir],
  ];
  const added = given.flatMap(([flag, value]) =>
    value === undefined || new RegExp(` ${flag}[ =]`).test(command) ? [] : [` ${flag} ${shellWord(value)}`],
  );
  // Behind -- everything is an argument.
  return command.replace(/ -- |$/, (end) => added.join('') + end);
}
