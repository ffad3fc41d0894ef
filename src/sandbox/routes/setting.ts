// Routes that change how the sandbox behaves, and fill it.

import { isObject } from '../../basics/json.ts';
import type { FaultsDocument } from '../documents.ts';
import type { Assumed } from '../life-cycle/types.ts';
import type { Service } from '../service.ts';
import { route } from './route.ts';

export const SETTING = [
  route('GET /_sandbox/assumptions', {
    purpose: 'What the interface does not say, what is assumed instead, and what else could be.',
    answers: 'sandbox-assumptions',
    act: ({ acts }) => acts.assumptions(),
  }),
  route('POST /_sandbox/assumptions', {
    purpose: 'Assumes something else from now on: an object of values by identifier.',
    whole: { kind: 'texts', text: 'values by identifier' },
    answers: 'sandbox-assumptions',
    act: ({ acts }, { whole }) => acts.assumptions(whole as Assumed),
  }),
  route('GET /_sandbox/faults', {
    purpose: 'The fault rules, and how often each matched and fired.',
    answers: 'sandbox-fault-rules',
    act: ({ service }) => faults(service),
  }),
  route('POST /_sandbox/faults', {
    purpose: 'Replaces the fault rules: a list, or `{"rules": []}` as in a fault file.',
    whole: { kind: 'any', text: 'fault rules' },
    answers: 'sandbox-fault-rules',
    act({ service }, { whole }) {
      service.setFaults(isObject(whole) && 'rules' in whole ? whole['rules'] : whole, 'the body');
      return faults(service);
    },
  }),
  route('POST /_sandbox/seed', {
    purpose: 'Adds orders that can be returned.',
    body: {
      orders: { kind: 'count', most: 100_000, text: 'how many (100)' },
      seed: { kind: 'count', most: 2 ** 32 - 1, text: 'the same seed makes the same orders (1)' },
    },
    answers: 'sandbox-seed',
    act: ({ acts }, { body }) => acts.seed(body),
  }),
];

const faults = ({ faultRules, state }: Service): FaultsDocument => ({
  schema: 'sandbox-fault-rules/1',
  rules: faultRules,
  counts: state.faults.counts(),
});
