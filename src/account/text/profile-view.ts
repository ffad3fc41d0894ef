// Shows profiles as text, for all profile commands.
import { escapeControls } from '../../basics/text.ts';
import { table } from '../../cli/presenter.ts';
import type { ProfileView, ShownSettings } from '../profiles.ts';

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
    view.built_in ? 'built in' : '',
    settings.environment ?? '',
    settings['client-id'] === undefined ? '' : `client id ${escapeControls(settings['client-id'])}`,
    view.has_secret ? SECRET_IN[view.secret_in ?? 'file'] : 'no secret stored',
  ].filter(Boolean);
  return `${view.in_use ? '*' : ' '} ${view.profile}  ${facts.join(', ')}`.trimEnd();
}
