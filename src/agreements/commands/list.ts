// `returns agreements list`: what the interface leaves open, and what this profile has agreed with the service.
import { EXIT } from '../../basics/exit-codes.ts';
import { defineCommand } from '../../cli/command.ts';
import { agreementsOf, questionOf, unreadText } from '../agreements.ts';
import { agreementMembers, agreementsText } from '../text/agreements-text.ts';

export const command = defineCommand({
  args: '[ids...]',
  examples: [
    ['returns agreements list', 'what is agreed, and what is open'],
    ['returns agreements list cancelled-spelling', 'one of them with its choices'],
  ],
  async run({ platform, folders, globals, show }, ids) {
    const all = agreementsOf(platform, folders, globals);
    const wanted = new Set(ids.map((id) => questionOf(id).id));
    const agreements = all.agreements.filter(({ id }) => wanted.size === 0 || wanted.has(id));
    const { profile, file } = all;
    const unread = unreadText(all);
    await show.result(
      { schema: 'agreements/1', profile, file, answers: agreements.map(agreementMembers) },
      () =>
        agreementsText(all, agreements, wanted.size > 0, {
          paint: show.outPaint,
          width: platform.terminal.columns(),
        }),
    );
    if (unread !== undefined) show.note(unread);
    show.next('returns agreements set ID=VALUE');
    return EXIT.done;
  },
});
