// `returns agreements set`: writes down what was agreed with the service; client, receiver, sandbox and certify read it.
import { EXIT } from '../../basics/exit-codes.ts';
import { badValue } from '../../basics/units.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import type { Answer } from '../../storage/agreements.ts';
import { agreementsOf, setAnswers } from '../agreements.ts';
import { agreementMembers, agreementsText, openText } from '../text/agreements-text.ts';

export const command = defineCommand({
  args: '<answers...>',
  more: 'Each is ID=VALUE; an empty value takes the answer out.',
  flags: [flag('--by <name>', 'who agreed to it', { otherwise: 'the user of this machine' })],
  examples: [
    ['returns agreements set cancelled-spelling=Canceled', 'uploads, checks and the sandbox spell it so'],
    ['returns agreements set return_window=60d --by "Mia, call of 12 May"', 'with who agreed to it'],
    ['returns agreements set return_window=', 'open again'],
  ],
  async run({ platform, folders, globals, show }, answers, { by = platform.system.user }) {
    const since = new Date(platform.clock.now()).toISOString().slice(0, 10);
    const changes = new Map(
      answers.map((text): [string, Answer | undefined] => {
        const [, id, value = ''] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
        if (id === undefined) throw badValue('agreements set', text, 'ID=VALUE');
        return [id, value === '' ? undefined : { value, by, since }];
      }),
    );
    setAnswers(platform, folders, globals, changes);
    const all = agreementsOf(platform, folders, globals);
    const changed = all.agreements.filter(({ id }) => changes.has(id));
    await show.result(
      {
        ...{ schema: 'agreements/1', profile: all.profile, file: all.file },
        answers: changed.map(agreementMembers),
      },
      () =>
        agreementsText(all, changed, true, {
          paint: show.outPaint,
          width: platform.terminal.columns(),
        }),
    );
    show.note(`Profile ${all.profile} has ${openText(all.agreements)} left.`);
    show.next('returns certify');
    return EXIT.done;
  },
});
