// Shows profiles, as text and as `profile/1`, for all profile commands.
import { escapeControls } from '../../basics/text.ts';
import { table } from '../../cli/layout.ts';
import type { ProfileView } from '../profiles.ts';
import type { ShownSettings } from '../who-am-i.ts';

export const profileDocument = (view: ProfileView, more: Readonly<Record<string, unknown>> = {}) => ({
  schema: 'profile/1',
  ...profileMembers(view),
  ...more,
});

export const profileMembers = (view: ProfileView) => ({
  profile: view.name,
  in_use: view.inUse,
  built_in: view.builtIn,
  has_secret: view.hasSecret,
  secret_in: view.secretIn ?? null,
  settings: view.settings,
});

/** One line per setting: name, value, where it comes from. */
export function settingsTable(settings: ShownSettings): string {
  const rows = Object.entries(settings).map(([name, { value, source }]) => [
    `  ${name}`,
    escapeControls(value),
    source,
  ]);
  return table(rows).join('\n');
}

/** A file is the usual place. */
const SECRET_IN = { file: '', keychain: 'secret in the keychain', command: 'secret from a command' } as const;

/** `default * (sandbox, client id shop-1, signed in)` */
export function profileLine(view: ProfileView): string {
  const { settings } = view;
  const facts = [
    view.builtIn ? 'built in' : '',
    settings.environment ?? '',
    settings['client-id'] === undefined ? '' : `client id ${escapeControls(settings['client-id'])}`,
    view.hasSecret ? SECRET_IN[view.secretIn ?? 'file'] : 'no secret stored',
  ].filter(Boolean);
  return `${view.inUse ? '*' : ' '} ${view.name}  ${facts.join(', ')}`.trimEnd();
}
