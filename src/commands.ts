// The command table. The file of a command is loaded only when that command runs.
import type { CommandEntry, CommandSpec } from './cli/command.ts';

/** Words for groups of commands, for the help. */
export const GROUPS: Readonly<Record<string, string>> = {
  profile: 'Addresses and client ids by name',
  orders: 'Check and upload orders, look at what was sent',
  mappings: 'What the columns of an export mean: mappings that --map takes by name',
  asns: 'Announce inbound shipments (ASNs), change them, look at what was queued',
  runs: 'Every upload: who, when, which files, which target, counts',
  calls: 'Calls that the receiver recorded: list, show, check, replay, export, remove',
  sandbox: 'The returns service on this machine, to try everything without an account',
  agreements: 'What was agreed with the service where the interface leaves something open',
  help: 'Help on a command or a topic',
};

/** The first words of all commands, as `returns --help` puts them together. */
export const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  Send: ['orders', 'mappings', 'asns', 'runs'],
  Receive: ['listen', 'calls'],
  Try: ['demo', 'sandbox', 'trigger', 'samples'],
  Watch: ['status', 'reconcile', 'certify', 'doctor'],
  'Set up': ['login', 'logout', 'whoami', 'token', 'profile', 'agreements', 'completion'],
  'Look up': ['explain', 'schema', 'help'],
};

const entry = (
  path: string,
  summary: string,
  load: () => Promise<{ readonly command: CommandSpec }>,
): CommandEntry => ({ path, summary, load: async () => (await load()).command });

const ORDER = Object.values(SECTIONS).flat();
const placeOf = ({ path }: CommandEntry): number => ORDER.indexOf(path.split(' ')[0]!);

/** In the order of the sections. */
export const COMMANDS: readonly CommandEntry[] = [
  entry(
    'login',
    'Sign in: ask for addresses and credentials, fetch a token, keep both',
    () => import('./account/commands/login.ts'),
  ),
  entry(
    'logout',
    'Forget the secret and the token of a profile',
    () => import('./account/commands/logout.ts'),
  ),
  entry(
    'whoami',
    'Show profile, target and where each setting comes from',
    () => import('./account/commands/whoami.ts'),
  ),
  entry('token', 'Print a bearer token', () => import('./account/commands/token.ts')),
  entry('profile list', 'List the profiles', () => import('./account/commands/profile/list.ts')),
  entry('profile show', 'Show one profile', () => import('./account/commands/profile/show.ts')),
  entry('profile set', 'Change settings of a profile', () => import('./account/commands/profile/set.ts')),
  entry('profile use', 'Choose the profile in use', () => import('./account/commands/profile/use.ts')),
  entry(
    'profile remove',
    'Remove a profile with its secret and token',
    () => import('./account/commands/profile/remove.ts'),
  ),
  entry(
    'orders map',
    'Recognise an export, ask what data cannot decide, write a mapping',
    () => import('./orders/commands/map.ts'),
  ),
  entry(
    'orders check',
    'Read, map, validate and plan; send nothing',
    () => import('./orders/commands/check.ts'),
  ),
  entry(
    'orders upload',
    'Upload orders: the backfill, and what changed since',
    () => import('./orders/commands/upload.ts'),
  ),
  entry(
    'orders show',
    'Show what was sent of an order, when and from which file',
    () => import('./orders/commands/show.ts'),
  ),
  entry(
    'orders refund',
    'Post the snapshot of an order again with a refund',
    () => import('./orders/commands/refund.ts'),
  ),
  entry(
    'orders forget',
    'Take a run out of the ledger, so that a corrected export goes through',
    () => import('./orders/commands/forget.ts'),
  ),
  entry(
    'orders template',
    'Print an example of the order input',
    () => import('./orders/commands/template.ts'),
  ),
  entry(
    'mappings list',
    'List the mappings that --map takes by name',
    () => import('./mappings/commands/list.ts'),
  ),
  entry(
    'mappings show',
    'Print a mapping, to use it or to change a copy',
    () => import('./mappings/commands/show.ts'),
  ),
  entry('mappings path', 'Print where a mapping lies', () => import('./mappings/commands/path.ts')),
  entry(
    'mappings edit',
    'Change a remembered mapping in your editor',
    () => import('./mappings/commands/edit.ts'),
  ),
  entry('mappings remove', 'Forget a remembered mapping', () => import('./mappings/commands/remove.ts')),
  entry(
    'asns check',
    'Check ASNs against every rule; send nothing',
    () => import('./asns/commands/check.ts'),
  ),
  entry('asns create', 'Announce the ASNs of a file, each once', () => import('./asns/commands/create.ts')),
  entry('asns template', 'Print an example of the ASN input', () => import('./asns/commands/template.ts')),
  entry('runs list', 'List the uploads', () => import('./runs/commands/list.ts')),
  entry('runs show', 'Show one upload, or write what was accepted of it as input again', async () =>
    // Only what orders know can read their input.
    (await import('./runs/commands/show.ts')).showWith(() => import('./orders/commands/accepted-again.ts')),
  ),
  entry(
    'runs export',
    'Copy the ledger into a file, also while it is in use',
    () => import('./runs/commands/export.ts'),
  ),
  entry(
    'runs merge',
    'Put the summaries of all shards together, or the ledgers of machines',
    () => import('./runs/commands/merge.ts'),
  ),
  entry(
    'runs purge',
    'Remove old runs and the refused rows that they wrote',
    () => import('./runs/commands/purge.ts'),
  ),
  entry(
    'asns update',
    'Change an announced shipment: by flags, from a file or in an editor',
    () => import('./asns/commands/update.ts'),
  ),
  entry('asns list', 'List the ASNs that were queued', () => import('./asns/commands/list.ts')),
  entry(
    'asns show',
    'Show what was queued of an ASN, and what each version changed',
    () => import('./asns/commands/show.ts'),
  ),
  entry(
    'listen',
    'Receive RMAs, variants requests and exchange orders; check and record them',
    () => import('./calls/commands/listen.ts'),
  ),
  entry('calls list', 'List recorded calls, with filters', () => import('./calls/commands/list.ts')),
  entry(
    'calls show',
    'Show one call: findings, unit diff, answer, body, money',
    () => import('./calls/commands/show.ts'),
  ),
  entry(
    'calls check',
    'Check messages of a log file as if they had been received',
    () => import('./calls/commands/check.ts'),
  ),
  entry('calls import', 'The same, and keep them in the record', () => import('./calls/commands/import.ts')),
  entry('calls replay', 'Send recorded calls again', () => import('./calls/commands/replay.ts')),
  entry(
    'calls export',
    'Write calls as NDJSON, curl commands or a scrubbed fixture',
    () => import('./calls/commands/export.ts'),
  ),
  entry(
    'calls purge',
    'Remove calls, and the personal data in them',
    () => import('./calls/commands/purge.ts'),
  ),
  entry(
    'trigger',
    'Send one message of the service to any address',
    () => import('./sandbox/commands/trigger.ts'),
  ),
  entry('sandbox start', 'Start the service on this machine', () => import('./sandbox/commands/start.ts')),
  entry(
    'sandbox status',
    'Show what a running sandbox has received',
    () => import('./sandbox/commands/status.ts'),
  ),
  entry('sandbox reset', 'Empty a running sandbox', () => import('./sandbox/commands/reset.ts')),
  entry(
    'sandbox seed',
    'Fill a running sandbox with orders that can be returned',
    () => import('./sandbox/commands/seed.ts'),
  ),
  entry(
    'sandbox return',
    'Be the shopper: return units of an order, or exchange them',
    () => import('./sandbox/commands/return.ts'),
  ),
  entry(
    'sandbox carrier',
    'Be the carrier: label, scan, deliver, lose a package',
    () => import('./sandbox/commands/carrier.ts'),
  ),
  entry(
    'sandbox warehouse',
    'Be the warehouse: receive units of a return, or close it',
    () => import('./sandbox/commands/warehouse.ts'),
  ),
  entry('sandbox cancel', 'Cancel a return', () => import('./sandbox/commands/cancel.ts')),
  entry(
    'sandbox rmas',
    'List the returns, or show one with its history',
    () => import('./sandbox/commands/rmas.ts'),
  ),
  entry(
    'sandbox clock',
    'Show the clock of the sandbox, or turn a manual one',
    () => import('./sandbox/commands/clock.ts'),
  ),
  entry(
    'sandbox deliveries',
    'List, show or send again the messages to your endpoints',
    () => import('./sandbox/commands/deliveries.ts'),
  ),
  entry(
    'sandbox customer',
    'Show or change where the messages of a running sandbox go',
    () => import('./sandbox/commands/customer.ts'),
  ),
  entry(
    'sandbox assumptions',
    'Show or change what is assumed where the interface is silent',
    () => import('./sandbox/commands/assumptions.ts'),
  ),
  entry(
    'sandbox scenario',
    'Play scenarios of returns against your own endpoints, with checks',
    () => import('./sandbox/commands/scenario.ts'),
  ),
  entry(
    'agreements list',
    'What the interface leaves open, and what was agreed',
    () => import('./agreements/commands/list.ts'),
  ),
  entry('agreements set', 'Write down what was agreed', () => import('./agreements/commands/set.ts')),
  entry(
    'agreements edit',
    'Change the agreements in an editor',
    () => import('./agreements/commands/edit.ts'),
  ),
  entry(
    'certify',
    'Check everything before go-live: the connection, your data, your endpoint',
    () => import('./certify/commands/certify.ts'),
  ),
  entry(
    'status',
    'What needs a person: refunds, refused orders, failed runs, open calls',
    () => import('./status/commands/status.ts'),
  ),
  entry(
    'reconcile',
    'Compare an export with what was accepted and what came back',
    () => import('./reconcile/commands/reconcile.ts'),
  ),
  entry(
    'doctor',
    'Find what is wrong between this machine and the service, and how to mend it',
    () => import('./doctor/commands/doctor.ts'),
  ),
  entry(
    'samples',
    'List the sample files and mappings; print or copy them',
    () => import('./cli/commands/samples.ts'),
  ),
  entry('schema', 'Print the JSON Schema of a message', () => import('./cli/commands/schema.ts')),
  entry(
    'explain',
    'Explain a finding code with a good and a bad sample',
    () => import('./cli/commands/explain.ts'),
  ),
  entry(
    'demo',
    'The main job in a temporary folder: no account, no network',
    () => import('./demo/commands/demo.ts'),
  ),
  entry(
    'completion',
    'Print the script that makes your shell complete commands, flags and values',
    () => import('./completion/commands/completion.ts'),
  ),
  entry('help exit-codes', 'Every exit code and what to do about it', async () => ({
    command: (await import('./cli/commands/help.ts')).exitCodes,
  })),
  entry('help environment', 'Every environment variable', async () => ({
    command: (await import('./cli/commands/help.ts')).environment,
  })),
  entry('help files', 'Every file kept on disk', async () => ({
    command: (await import('./cli/commands/help.ts')).files,
  })),
].sort((a, b) => placeOf(a) - placeOf(b));
