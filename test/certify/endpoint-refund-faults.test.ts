// A bad endpoint: its faults about refunds are each named by the check that is about them, and no other check fails. A few quick
// ones in the short form.
import { describe } from 'vitest';
import { inForm } from '../helpers/form.ts';
import { RETAILER_FAULTS } from '../helpers/retailer-faults.ts';
import { QUICK_FAULTS, SHARED_FAULTS, testFaults } from './endpoint-faults.ts';

describe('a fault about refunds', () => {
  testFaults(['refunds'], inForm({ short: QUICK_FAULTS, share: SHARED_FAULTS, long: RETAILER_FAULTS }));
});
