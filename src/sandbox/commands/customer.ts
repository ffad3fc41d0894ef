// `returns sandbox customer`: where the messages of a running sandbox go, and how it signs in there.
import { usageFailure } from '../../basics/failure.ts';
import { without } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { endpointAddress } from '../../contract/customer-endpoints.ts';
import { readAuthFile } from '../deliveries/sign-in.ts';
import { CUSTOMER_FLAGS } from './customer-flags.ts';
import { sandboxCommand } from './running-sandbox.ts';

const NOWHERE = 'none';

export const command = sandboxCommand({
  args: '[address]',
  flags: [...without(CUSTOMER_FLAGS, 'customerUrl', 'rmasPath', 'variantsPath', 'exchangeOrdersPath')],
  more: `Without an address it says where the messages go. With "${NOWHERE}" they wait.`,
  examples: [
    ['returns sandbox customer http://localhost:3000', 'from now on the messages go there'],
    ['returns sandbox customer https://oms.example --customer-auth basic:oms.txt', 'with credentials'],
    ['returns sandbox customer none', 'messages wait'],
  ],
  async run(sandbox, { platform, show }, [address], { customerAuth }) {
    if (customerAuth !== undefined && (address === undefined || address === NOWHERE))
      throw usageFailure('usage.conflict', '--customer-auth is for an address', {
        hint: 'Give the address of your endpoints, too.',
      });
    const auth = customerAuth === undefined ? undefined : readAuthFile(platform, customerAuth);
    const customer =
      address === undefined
        ? await sandbox.ask('GET /_sandbox/customer', {})
        : await sandbox.ask('POST /_sandbox/customer', {
            url: address === NOWHERE ? null : endpointAddress(address, 'the address'),
            auth,
          });
    await show.result(customer, () =>
      customer.url === null
        ? 'The messages wait: there is no address.'
        : `The messages go to ${clean(customer.url)}${customer.auth === 'none' ? ', without signing in' : `, signing in with ${clean(customer.auth)}`}.`,
    );
    if (customer.url === null) show.next(`returns sandbox customer URL${sandbox.urlWords}`);
  },
});
