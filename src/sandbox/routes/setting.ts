// Routes that change how the sandbox behaves, and fill it.

import { isObject } from '../../basics/json.ts';
import type { FaultsDocument } from '../documents.ts';
import type { Service } from '../intake/service.ts';
import { route } from './route.ts';
import { count, json, keys, texts } from './shapes.ts';

export const SETTING = [
  route('GET /_sandbox/assumptions', {
    purpose: 'What the interface does not say, what is assumed instead, and what else could be.',
    answers: 'sandbox-assumptions',
    act: ({ acts }) => acts.assumptions(),
  }),
  route('POST /_sandbox/assumptions', {
    purpose: 'Assumes something else from now on: an object of values by identifier.',
    body: texts('values by identifier'),
    answers: 'sandbox-assumptions',
    act: ({ acts }, _given, changes) => acts.assumptions(changes),
  }),
  route('GET /_sandbox/faults', {
    purpose: 'The fault rules, and how often each matched and fired.',
    answers: 'sandbox-fault-rules',
    act: ({ service }) => faults(service),
  }),
  route('POST /_sandbox/faults', {
    purpose: 'Replaces the fault rules: a list, or `{"rules": []}` as in a fault file.',
    body: json('fault rules'),
    answers: 'sandbox-fault-rules',
    act({ service }, _given, rules) {
      service.setFaults(isObject(rules) && 'rules' in rules ? rules['rules'] : rules, 'the body');
      return faults(service);
    },
  }),
  route('POST /_sandbox/seed', {
    purpose: 'Adds orders that can be returned.',
    body: keys({
      orders: count('how many (100)', 100_000).exactOptional(),
      seed: count('the same seed makes the same orders (1)', 2 ** 32 - 1).exactOptional(),
    }),
    answers: 'sandbox-seed',
    act: ({ acts }, _given, wanted) => acts.seed(wanted),
  }),
];

const faults = ({ faultRules, state }: Service): FaultsDocument => ({
  schema: 'sandbox-fault-rules/1',
  rules: faultRules,
  counts: state.faults.counts(),
});
