// A bad endpoint: each of its faults about refunds is named by the check that is about it, and no other check fails.
import { describe } from 'vitest';
import { testFaults } from './endpoint-faults.ts';

describe('a fault about refunds', () => {
  testFaults(['refunds']);
});
