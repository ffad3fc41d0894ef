// `returns token`: a valid bearer token alone on stdout, for curl and scripts.

import { EXIT } from '../../basics/exit-codes.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { formatInstant } from '../../contract/time.ts';
import { connect } from '../connect.ts';
import { resolveTarget, sayNotes } from '../settings.ts';

export const command = defineCommand({
  flags: [flag('--refresh', 'fetch a new one although the cached one is still good')],
  examples: [['curl -H "Authorization: bearer $(returns token)" ...', 'call the service by hand']],
  async run({ platform, folders, globals, show }, _args, { refresh }) {
    const target = await resolveTarget(platform, folders, globals);
    sayNotes(show, target);
    const connection = await connect(platform, folders, target, {
      warn: (text) => show.warn(text),
    });
    try {
      const { tokens } = connection;
      const cached = await tokens.get();
      const token = refresh ? await tokens.refused(cached) : cached;
      const expires = formatInstant(tokens.endsAt() ?? platform.clock.now());
      show.detail(`token of profile ${target.profile} for ${target.addresses.auth}, valid until ${expires}`);
      if (globals.json) {
        const document = { access_token: token, token_type: 'Bearer', expires_at: expires };
        await show.result({ schema: 'token/1', ...document }, () => '');
      } else await show.raw(`${token}\n`);
      return EXIT.done;
    } finally {
      await connection.close();
    }
  },
});
