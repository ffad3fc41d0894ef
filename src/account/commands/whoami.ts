// `returns whoami`: service, client id, and the source of each setting. Works offline.
import { EXIT } from '../../basics/exit-codes.ts';
import { escapeControls } from '../../basics/text.ts';
import { formatCount } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { RATE_LIMITS } from '../../contract/endpoints.ts';
import { formatInstant } from '../../contract/time.ts';
import { profileStore } from '../../storage/profiles.ts';
import { shownSettings, type TokenState, tokenStateOf } from '../profiles.ts';
import { missingOf, missingText, readSettings, targetKey } from '../settings.ts';
import { settingsTable } from '../text/profile-view.ts';
import { ADDRESS_NAMES } from '../values.ts';

export const command = defineCommand({
  examples: [
    ['returns whoami', 'show the target that commands would use'],
    ['returns whoami --profile staging --json', 'of another profile, for a script'],
  ],
  async run({ platform, folders, globals, show }) {
    const store = profileStore(platform, folders);
    const resolved = readSettings(platform, folders, globals);
    for (const note of resolved.notes) show.detail(note);
    const { environment, addresses, clientId, secret, rate } = resolved;
    const { orders } = addresses;
    const settings = shownSettings(resolved);
    const missing = missingOf(resolved, []);
    const target = (orders && clientId && targetKey(platform, orders.value, clientId.value)) ?? null;
    const { state, endsAt } = tokenStateOf(store, resolved);
    const until = endsAt === undefined ? null : formatInstant(endsAt);
    const limit = RATE_LIMITS[environment.value];
    const members = {
      schema: 'whoami/1',
      profile: resolved.profile.value,
      environment: environment.value,
      target,
      client_id: clientId?.value ?? null,
      addresses: Object.fromEntries(
        ADDRESS_NAMES.flatMap((name) => (addresses[name] ? [[name, addresses[name].value]] : [])),
      ),
      signed_in: missing.length === 0,
      missing,
      secret_from: secret?.from ?? null,
      token: { state, expires_at: until },
      rate: {
        limit_per_min: limit,
        set: (typeof rate?.value === 'object' ? rate.value.text : rate?.value) ?? null,
      },
      timeout_seconds: resolved.timeoutMs.value / 1000,
      settings,
      sources: Object.fromEntries(Object.entries(settings).map(([name, { source }]) => [name, source])),
    };
    await show.result(members, () => {
      const as = clientId === undefined ? '' : ` as ${escapeControls(clientId.value)}`;
      return [
        `${members.profile}: ${members.environment}${as}`,
        settingsTable(settings),
        `Target ${target ?? '(incomplete)'}, limit ${formatCount(limit)} requests a minute`,
        missing.length === 0
          ? `Token: ${tokenText(state, until)}`
          : `Not signed in: missing ${missingText(missing, false)}. Run: returns login`,
      ].join('\n');
    });
    show.next(missing.length === 0 ? 'returns orders check FILE' : 'returns login');
    return EXIT.done;
  },
});

function tokenText(state: TokenState['state'], until: string | null): string {
  if (state === 'cached') return `cached until ${until}`;
  return `${state === 'expired' ? 'expired' : 'none yet'}; the next command fetches one`;
}
