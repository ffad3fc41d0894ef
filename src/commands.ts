// Every command by its words, in the order of the help. A command's file is loaded only when it is the one that runs.
import type { CommandEntry } from './cli/command.ts';

/** What stands between `returns` and the next word, for groups of commands. */
export const GROUPS: Readonly<Record<string, string>> = {
  profile: 'Addresses and client ids by name',
  orders: 'Check and upload orders, look at what was sent',
  asns: 'Announce inbound shipments (ASNs), change them, look at what was queued',
  runs: 'Every upload: who, when, which files, which target, counts',
  calls: 'What the receiver heard: list, show, check, replay, export, remove',
  sandbox: 'The returns service on this machine, to try everything without an account',
  help: 'Help on a command or a topic',
};

export const COMMANDS: readonly CommandEntry[] = [
  {
    path: 'login',
    summary: 'Sign in: ask for addresses and credentials, fetch a token, keep both',
    load: async () => (await import('./account/commands/login.ts')).command,
  },
  {
    path: 'logout',
    summary: 'Forget the secret and the token of a profile',
    load: async () => (await import('./account/commands/logout.ts')).command,
  },
  {
    path: 'whoami',
    summary: 'Show profile, target and where each setting comes from',
    load: async () => (await import('./account/commands/whoami.ts')).command,
  },
  {
    path: 'token',
    summary: 'Print a bearer token',
    load: async () => (await import('./account/commands/token.ts')).command,
  },
  {
    path: 'profile list',
    summary: 'List the profiles',
    load: async () => (await import('./account/commands/profile/list.ts')).command,
  },
  {
    path: 'profile show',
    summary: 'Show one profile',
    load: async () => (await import('./account/commands/profile/show.ts')).command,
  },
  {
    path: 'profile set',
    summary: 'Change settings of a profile',
    load: async () => (await import('./account/commands/profile/set.ts')).command,
  },
  {
    path: 'profile use',
    summary: 'Choose the profile in use',
    load: async () => (await import('./account/commands/profile/use.ts')).command,
  },
  {
    path: 'profile remove',
    summary: 'Remove a profile with its secret and token',
    load: async () => (await import('./account/commands/profile/remove.ts')).command,
  },
  {
    path: 'orders check',
    summary: 'Read, map, validate and plan; send nothing',
    load: async () => (await import('./orders/commands/check.ts')).command,
  },
  {
    path: 'orders upload',
    summary: 'Upload orders: the backfill, and what changed since',
    load: async () => (await import('./orders/commands/upload.ts')).command,
  },
  {
    path: 'orders show',
    summary: 'Show what was sent of an order, when and from which file',
    load: async () => (await import('./orders/commands/show.ts')).command,
  },
  {
    path: 'orders refund',
    summary: 'Post the snapshot of an order again with a refund',
    load: async () => (await import('./orders/commands/refund.ts')).command,
  },
  {
    path: 'orders forget',
    summary: 'Take a run out of the ledger, so that a corrected export goes through',
    load: async () => (await import('./orders/commands/forget.ts')).command,
  },
  {
    path: 'orders template',
    summary: 'Print an example of the order input',
    load: async () => (await import('./orders/commands/template.ts')).command,
  },
  {
    path: 'asns check',
    summary: 'Check ASNs against every rule; send nothing',
    load: async () => (await import('./asns/commands/check.ts')).command,
  },
  {
    path: 'asns create',
    summary: 'Announce the ASNs of a file, each once',
    load: async () => (await import('./asns/commands/create.ts')).command,
  },
  {
    path: 'asns template',
    summary: 'Print an example of the ASN input',
    load: async () => (await import('./asns/commands/template.ts')).command,
  },
  {
    path: 'runs list',
    summary: 'List the uploads',
    load: async () => (await import('./runs/commands/list.ts')).command,
  },
  {
    path: 'runs show',
    summary: 'Show one upload',
    load: async () => (await import('./runs/commands/show.ts')).command,
  },
  {
    path: 'runs merge',
    summary: 'Put the summaries of all shards together',
    load: async () => (await import('./runs/commands/merge.ts')).command,
  },
  {
    path: 'runs purge',
    summary: 'Remove old runs and the refused rows that they wrote',
    load: async () => (await import('./runs/commands/purge.ts')).command,
  },
  {
    path: 'asns update',
    summary: 'Change an announced shipment: by flags, from a file or in an editor',
    load: async () => (await import('./asns/commands/update.ts')).command,
  },
  {
    path: 'asns list',
    summary: 'List the ASNs that were queued or adopted',
    load: async () => (await import('./asns/commands/list.ts')).command,
  },
  {
    path: 'asns show',
    summary: 'Show what was queued of an ASN, and what each version changed',
    load: async () => (await import('./asns/commands/show.ts')).command,
  },
  {
    path: 'asns adopt',
    summary: 'Record ASNs that another system sent, to change them from here',
    load: async () => (await import('./asns/commands/adopt.ts')).command,
  },
  {
    path: 'listen',
    summary: 'Receive RMAs, variants requests and exchange orders; judge and record them',
    load: async () => (await import('./calls/commands/listen.ts')).command,
  },
  {
    path: 'calls list',
    summary: 'List recorded calls, with filters',
    load: async () => (await import('./calls/commands/list.ts')).command,
  },
  {
    path: 'calls show',
    summary: 'Show one call: findings, unit diff, answer, body, money',
    load: async () => (await import('./calls/commands/show.ts')).command,
  },
  {
    path: 'calls check',
    summary: 'Judge messages of a log file as if they had arrived',
    load: async () => (await import('./calls/commands/check.ts')).command,
  },
  {
    path: 'calls import',
    summary: 'The same, and keep them in the record',
    load: async () => (await import('./calls/commands/import.ts')).command,
  },
  {
    path: 'calls replay',
    summary: 'Send recorded calls again',
    load: async () => (await import('./calls/commands/replay.ts')).command,
  },
  {
    path: 'calls export',
    summary: 'Write calls as NDJSON, curl commands or a scrubbed fixture',
    load: async () => (await import('./calls/commands/export.ts')).command,
  },
  {
    path: 'calls purge',
    summary: 'Remove calls, and the personal data in them',
    load: async () => (await import('./calls/commands/purge.ts')).command,
  },
  {
    path: 'sandbox start',
    summary: 'Start the service on this machine',
    load: async () => (await import('./sandbox/commands/start.ts')).command,
  },
  {
    path: 'sandbox status',
    summary: 'Show what a running sandbox has received',
    load: async () => (await import('./sandbox/commands/status.ts')).command,
  },
  {
    path: 'sandbox reset',
    summary: 'Empty a running sandbox',
    load: async () => (await import('./sandbox/commands/reset.ts')).command,
  },
  {
    path: 'samples',
    summary: 'List the sample files and mappings; print or copy them',
    load: async () => (await import('./cli/commands/samples.ts')).command,
  },
  {
    path: 'schema',
    summary: 'Print the JSON Schema of a message',
    load: async () => (await import('./cli/commands/schema.ts')).command,
  },
  {
    path: 'explain',
    summary: 'Explain a finding code with a good and a bad sample',
    load: async () => (await import('./cli/commands/explain.ts')).command,
  },
  {
    path: 'demo',
    summary: 'The main job in a temporary folder: no account, no network',
    load: async () => (await import('./demo/commands/demo.ts')).command,
  },
  {
    path: 'version',
    summary: 'Print the version',
    load: async () => (await import('./cli/commands/version.ts')).command,
  },
  {
    path: 'help exit-codes',
    summary: 'Every exit code and what to do about it',
    load: async () => (await import('./cli/commands/help.ts')).exitCodes,
  },
  {
    path: 'help environment',
    summary: 'Every environment variable',
    load: async () => (await import('./cli/commands/help.ts')).environment,
  },
  {
    path: 'help files',
    summary: 'Every file kept on disk',
    load: async () => (await import('./cli/commands/help.ts')).files,
  },
];
