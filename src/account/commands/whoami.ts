// `returns whoami`: service, client id, and the source of each setting. Works offline.
import { EXIT } from '../../basics/exit.ts';
import { escapeControls } from '../../basics/text.ts';
import { formatCount } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { formatInstant } from '../../contract/time.ts';
import { missingText } from '../settings.ts';
import { settingsTable } from '../text/profile-view.ts';
import { type WhoAmI, whoAmI } from '../who-am-i.ts';

export const command = defineCommand({
  examples: [
    ['returns whoami', 'show the target that commands would use'],
    ['returns whoami --profile staging --json', 'of another profile, for a script'],
  ],
  async run({ platform, folders, globals, show }) {
    const me = whoAmI(platform, folders, {
      profile: globals.profile,
      ca: globals.ca,
      timeoutMs: globals.timeoutMs,
    });
    for (const said of me.understood) show.note(said);
    for (const note of me.notes) show.detail(note);
    await show.result(documentOf(me), () => textOf(me));
    show.next(me.missing.length === 0 ? 'returns orders check FILE' : 'returns login');
    return EXIT.done;
  },
});

const endOf = ({ token }: WhoAmI) => (token.endsAt === undefined ? null : formatInstant(token.endsAt));

const documentOf = (me: WhoAmI): { schema: string } & Record<string, unknown> => ({
  schema: 'whoami/1',
  profile: me.profile,
  environment: me.environment,
  target: me.target ?? null,
  client_id: me.clientId ?? null,
  addresses: me.addresses,
  signed_in: me.missing.length === 0,
  missing: me.missing,
  secret_from: me.secretFrom ?? null,
  token: { state: me.token.state, expires_at: endOf(me) },
  rate: { limit_per_min: me.rateLimit, set: me.rate ?? null },
  timeout_seconds: me.timeoutMs / 1000,
  settings: me.settings,
  sources: Object.fromEntries(Object.entries(me.settings).map(([name, { source }]) => [name, source])),
});

function textOf(me: WhoAmI): string {
  const token = {
    cached: `cached until ${endOf(me)}`,
    expired: 'expired; the next command fetches one',
    none: 'none yet; the next command fetches one',
  }[me.token.state];
  const state =
    me.missing.length === 0
      ? `Token: ${token}`
      : `Not signed in: missing ${missingText(me.missing, false)}. Run: returns login`;
  return [
    `${me.profile}: ${me.environment}${me.clientId === undefined ? '' : ` as ${escapeControls(me.clientId)}`}`,
    settingsTable(me.settings),
    `Target ${me.target ?? '(incomplete)'}, limit ${formatCount(me.rateLimit)} requests a minute`,
    state,
  ].join('\n');
}
