// Child of the token tests: gets a token for the address in argv, optionally after telling that another was refused.
import { realPlatform } from '../../../src/platform/node-platform.ts';
import { makeCaller } from '../../../src/sending/call.ts';
import { makeTokenSource } from '../../../src/sending/token-source.ts';
import { foldersOf } from '../../../src/storage/folders.ts';

const [auth = '', refused] = process.argv.slice(2);
const platform = realPlatform();
const client = await platform.net.client({});
const source = makeTokenSource({
  platform,
  folders: foldersOf(platform),
  caller: makeCaller(client, { auth, orders: auth, base: auth }, 30_000),
  authUrl: auth,
  clientId: 'shop',
  secret: async () => 'secret',
});
const token = refused === undefined ? await source.get() : await source.refused(refused);
await client.close();
process.stdout.write(`${token}\n`);
