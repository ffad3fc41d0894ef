// The settings of the sandbox: the retailer's address, how deliveries and requests go wrong, what is assumed, what it holds.
import { h } from '../../../page/dom.ts';
import type { AssumptionsDocument, CustomerDocument, FaultsDocument } from '../types.ts';
import { assumptionsView } from './assumptions-view.ts';
import { faultsForm } from './faults-form.ts';
import { place } from './place.ts';
import { customerForm, deliveryForm, outageForm, stockForm } from './setting-forms.ts';

export interface SettingsData {
  readonly customer: CustomerDocument;
  readonly faults: FaultsDocument;
  readonly assumptions: AssumptionsDocument['assumptions'];
}

export const SETTINGS = place<SettingsData>({
  name: 'Settings',
  async load(asking) {
    const customer = await asking.get<CustomerDocument>('/_sandbox/customer');
    const faults = await asking.get<FaultsDocument>('/_sandbox/faults');
    const { assumptions } = await asking.get<AssumptionsDocument>('/_sandbox/assumptions');
    return { customer, faults, assumptions };
  },
  detail: ({ customer, faults, assumptions }, { search }, acts) =>
    h('div.settings', [
      h('div.stack', [
        customerForm(customer, acts),
        deliveryForm(acts),
        outageForm(acts),
        faultsForm(faults, acts),
        stockForm(acts),
      ]),
      assumptionsView(assumptions, search, acts),
    ]),
});
