// `returns samples`: lists the sample files and mappings of the package, prints one, or copies them to a folder.
import path from 'node:path';
import { EXIT } from '../../basics/exit.ts';
import { usageFailure } from '../../basics/failure.ts';
import { meantText } from '../../basics/text.ts';
import { plural } from '../../basics/units.ts';
import type { Platform } from '../../platform/platform.ts';
import { guardDisk } from '../../storage/folders.ts';
import { defineCommand } from '../command.ts';
import { flag } from '../flags.ts';
import { table } from '../layout.ts';

/** Shipped files of samples/, by their paths there; mappings and scenarios say themselves what they are. */
const SAMPLES: Readonly<Record<string, string>> = {
  'README.md': 'what each sample is for',
  'orders.csv': 'six months of orders, 8 with mistakes',
  'orders-corrected.csv': 'those eight orders without the mistakes',
  'orders.ndjson': 'three orders, one a line',
  'asns.csv': 'five ASNs, three with mistakes',
  'calls.ndjson': 'six RMA messages, one with mistakes',
  'exports/README.md': 'which difficulty is in which export',
  'exports/shopify-orders.csv': 'an order export of Shopify',
  'exports/woocommerce-orders.csv': 'an order export of WooCommerce',
  'exports/woocommerce-skyverge.csv': 'the same of another plugin',
  'exports/tiendanube-orders.csv': 'an order export of Tiendanube',
  'exports/nuvemshop-orders.csv': 'the same in Portuguese, of Nuvemshop',
  'exports/etsy-sold-items.csv': 'sold order items of Etsy',
  'exports/etsy-sold-orders.csv': 'sold orders of Etsy, to be joined',
  'exports/shopify-rest.json': 'orders of Shopify, REST API',
  'exports/shopify-bulk.ndjson': 'the same of a bulk operation',
  'exports/shopify-graphql.json': 'the same page by page, GraphQL',
  'exports/woocommerce-rest.json': 'orders of WooCommerce, REST API',
  'exports/amazon-all-orders.tsv': 'an All Orders report of Amazon',
  'exports/amazon-order-report.tsv': 'an order report of Amazon: the buyers',
  'exports/amazon-actionable-orders.tsv': 'an Unshipped Orders report of Amazon',
  'exports/ebay-orders.csv': 'an orders report of eBay',
  'exports/magento-order-items.csv': 'order items of Magento',
  'exports/magento-order-grid.csv': 'an order grid export of Magento',
  'exports/magento-rest.ndjson': 'orders of Magento, REST API',
  'exports/bigcommerce-orders.csv': 'an order export of BigCommerce',
  'exports/squarespace-orders.csv': 'an order export of Squarespace',
  'exports/wix-orders.csv': 'an order export of Wix',
  'exports/temu-orders.csv': 'an order export of Temu',
  'exports/bigcommerce-rest.ndjson': 'products and refunds of BigCommerce',
  'exports/bigcommerce-rest-orders.json': 'their orders',
  'exports/bigcommerce-rest-addresses.json': 'their addresses',
  'exports/amazon-sp-api.ndjson': 'items of Amazon orders, from its API',
  'exports/amazon-sp-api-orders.json': 'their orders',
  'exports/wms-transfers.csv': 'a transfer export of a warehouse system',
  'mappings/README.md': 'what each mapping assumes and refuses',
  'mappings/shopify-bulk.graphql': 'the query for it',
  'mappings/shopify-graphql.graphql': 'the query for it',
  'mappings/magento-order-items.sql': 'the query for it',
  'schemas/agreements.schema.json': 'JSON Schema of agreements, for editors',
  'schemas/mapping.schema.json': 'JSON Schema of mappings, for editors',
  'schemas/sandbox-faults.schema.json': 'JSON Schema of fault files',
  'schemas/sandbox.schema.json': 'JSON Schema of a sandbox over HTTP',
  'schemas/scenario.schema.json': 'JSON Schema of scenarios',
  'outputs/shopify-check.txt': 'the check of the Shopify export',
  'outputs/shopify-trace.txt': 'where each field of an order came from',
  'outputs/wms-check.txt': 'the check of the transfer export',
  'faults/flaky.json': 'faults for the sandbox',
  'listen/mail-back-single-line.ndjson': 'the messages of a return of one line',
  'listen/mail-back-multi-line.ndjson': 'the messages of a return of two lines',
  'listen/play.sh': 'posts these messages to a receiver',
  'server/retailer.mjs': 'your endpoints: what they have to do',
  'server/server.mjs': 'a server for it on node:http',
  'server/express.mjs': 'a server for it on Express',
  'cron/upload-orders.sh': 'script for cron: acts on exit codes',
  'cron/crontab': 'a crontab for it',
  'cron/returns-upload.service': 'a systemd unit for it',
  'cron/returns-upload.timer': 'a systemd timer for it',
  'kubernetes/backfill-shard.yaml': 'a Kubernetes job for one shard',
  'kubernetes/merge-job.yaml': 'makes one ledger of the eight',
  'container/Containerfile': 'the image for it',
  'ci/github-actions.yml': 'a workflow: check, then certify',
  'ci/gitlab-ci.yml': 'the same for GitLab',
};

/** Every shipped file of samples/, and what it is. */
export function samplesIn({ files, packageFolder }: Place): Readonly<Record<string, string>> {
  const named = (folder: string, member: 'name' | 'title') =>
    files
      .list(path.join(packageFolder, 'samples', folder))
      .filter((file) => file.endsWith('.json'))
      .map((file) => {
        const text = files.readText(path.join(packageFolder, 'samples', folder, file));
        return [`${folder}/${file}`, (JSON.parse(text) as Record<typeof member, string>)[member]];
      });
  return {
    ...SAMPLES,
    ...Object.fromEntries([...named('mappings', 'name'), ...named('scenarios', 'title')]),
  };
}

type Place = Pick<Platform, 'files' | 'packageFolder'>;

export const command = defineCommand({
  args: '[name]',
  flags: [
    flag('--all', 'every sample; needs --out'),
    flag('--out <path>', 'write to this file or folder; nothing is overwritten', { initial: '-' }),
  ],
  examples: [
    ['returns samples', 'list the samples'],
    ['returns samples shopify-orders.json --out shop.json', 'begin a mapping from a copy'],
    ['returns samples --all --out samples', 'copy all of them'],
    ['returns samples asns.csv | returns asns check -', 'use one without a copy'],
  ],
  async run({ platform, globals, show }, [asked], { all, out }) {
    const known = samplesIn(platform);
    if (asked === undefined && !all) {
      if (out !== '-')
        throw usageFailure('usage.argument.missing', '--out needs a NAME, or --all', {
          hint: 'List the names with: returns samples',
        });
      const samples = Object.entries(known).map(([name, purpose]) => ({ name, purpose }));
      await show.result({ schema: 'sample-list/1', samples }, () => table(Object.entries(known)).join('\n'));
      show.next('returns samples --all --out samples');
      return EXIT.done;
    }
    if (asked !== undefined && all)
      throw usageFailure('usage.conflict', 'A NAME and --all exclude each other', {
        hint: 'Omit one of them.',
      });
    if (all && out === '-')
      throw usageFailure('usage.flag.missing', '--all needs --out FOLDER', {
        hint: 'Such as: returns samples --all --out samples',
      });
    if (globals.json && out === '-')
      throw usageFailure('usage.conflict', '--json and --out - both want stdout', {
        hint: 'Give --out a file, or omit --json.',
      });
    const names = all ? Object.keys(known) : [findSample(Object.keys(known), asked!)];
    if (out === '-') {
      await show.raw(sampleContent(platform, names[0]!).bytes);
      return EXIT.done;
    }
    const written = writeSamples(platform, names, out, all);
    await show.result({ schema: 'samples-written/1', files: written }, () =>
      all ? `${plural(written.length, 'file')} written to ${out}` : `Written: ${written[0]}`,
    );
    return EXIT.done;
  },
});

/** The sample with this path in samples/, or with this file name when it is unique. @throws Failure exit 2 */
function findSample(known: readonly string[], asked: string): string {
  const wanted = asked.replace(/^(\.\/)?samples\//, '');
  if (known.includes(wanted)) return wanted;
  const found = known.filter((name) => name.endsWith(`/${wanted}`));
  if (found.length === 1) return found[0]!;
  const words = [...known, ...known.map((name) => path.basename(name))];
  throw usageFailure(
    'sample.unknown',
    found.length === 0
      ? `There is no sample ${JSON.stringify(asked)}.${meantText(wanted, words)}`
      : `Several samples have the name ${asked}: ${found.join(', ')}`,
    { found: asked, hint: 'List the samples with: returns samples' },
  );
}

/** As bytes, because not every sample is UTF-8. */
function sampleContent(platform: Platform, name: string): { bytes: Uint8Array; mode: number } {
  const reader = platform.files.open(path.join(platform.packageFolder, 'samples', name));
  try {
    return { bytes: reader.read(0, reader.stat.size), mode: reader.stat.mode };
  } finally {
    reader.close();
  }
}

/**
 * Returns the paths as they were given. @throws Failure exit 2 before anything is written, when one of the files exists
 */
function writeSamples(platform: Platform, names: readonly string[], out: string, all: boolean): string[] {
  const kindOf = (place: string) => platform.files.stat(path.resolve(platform.cwd, place))?.kind;
  const isFolder = all || out.endsWith('/') || kindOf(out) === 'directory';
  if (!isFolder && kindOf(path.dirname(out)) !== 'directory')
    throw usageFailure('usage.out', `The folder of --out ${out} does not exist`, {
      hint: 'Make the folder first, or name another file.',
    });
  const targets = names.map((name) => (isFolder ? path.join(out, all ? name : path.basename(name)) : out));
  const taken = targets.find((target) => kindOf(target) !== undefined);
  if (taken !== undefined)
    throw usageFailure('usage.out.taken', `${taken} is there already`, {
      hint: 'Give --out another name, or remove it first.',
    });
  for (const [i, target] of targets.entries()) {
    const file = path.resolve(platform.cwd, target);
    const { bytes, mode } = sampleContent(platform, names[i]!);
    guardDisk(file, () => {
      platform.files.makeFolder(path.dirname(file));
      platform.files.replace(file, bytes, mode);
    });
  }
  return targets;
}
