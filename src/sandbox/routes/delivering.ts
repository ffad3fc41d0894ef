// Routes of the messages to the retailer, the retailer's address, and the clock that both depend on.
import { UnreadableRequest } from './read-body.ts';
import { route } from './route.ts';

const STATES = ['waiting', 'sending', 'delivered', 'given_up'] as const;

export const DELIVERING = [
  route('GET /_sandbox/clock', {
    purpose: 'The clock, and when the next thing is due.',
    answers: 'sandbox-clock',
    act: ({ acts }) => acts.clock.show(),
  }),
  route('POST /_sandbox/clock', {
    purpose: 'Turns a manual clock; what is due on the way happens at its own time. Give one key.',
    body: {
      advance: { kind: 'duration', text: 'by a duration such as `2h`' },
      at: { kind: 'text', text: 'to a time such as `2026-11-20T13:12:22Z`' },
      run_until_idle: { kind: 'true', text: '`true`: until nothing is due any more' },
    },
    answers: 'sandbox-clock',
    act({ acts: { clock } }, { body }) {
      const keys = Object.keys(body);
      if (keys.length !== 1)
        throw new UnreadableRequest(
          'the body',
          keys.join(' and ') || 'nothing',
          'one of advance, at, run_until_idle',
        );
      if (body.advance !== undefined) return clock.advance(body.advance);
      return body.at === undefined ? clock.runUntilIdle() : clock.at(body.at);
    },
  }),
  route('GET /_sandbox/deliveries', {
    purpose: 'The messages to the retailer with every attempt, newest first.',
    query: {
      rma: { kind: 'text', text: 'only those of this RMA' },
      state: { kind: 'word', oneOf: STATES, text: 'only those in this state' },
      limit: { kind: 'count', text: 'at most so many (100)' },
    },
    answers: 'sandbox-deliveries',
    act: ({ acts }, { query }) => acts.deliveries.list(query),
  }),
  route('GET /_sandbox/deliveries/{id}', {
    purpose: 'One message with its body.',
    answers: 'sandbox-delivery',
    act: ({ acts }, { parameters }) => acts.deliveries.show(parameters['id'] ?? ''),
  }),
  route('POST /_sandbox/deliveries/{id}/redeliver', {
    purpose: 'Sends it once more from the beginning.',
    body: {},
    answers: 'sandbox-delivery',
    act: ({ acts }, { parameters }) => acts.deliveries.redeliver(parameters['id'] ?? ''),
  }),
  route('POST /_sandbox/deliveries/outage', {
    purpose: "The retailer cannot be reached for so long, on the sandbox's clock.",
    body: { for: { kind: 'duration', text: 'a duration such as `31h`', required: true } },
    answers: 'sandbox-outage',
    act: ({ acts }, { body }) => acts.deliveries.outage(body.for),
  }),
  route('POST /_sandbox/deliveries/options', {
    purpose: 'How deliveries go wrong on purpose, from now on.',
    body: {
      duplicates: { kind: 'number', most: 1, text: 'share of messages that are sent twice, 0 to 1' },
      reorder: { kind: 'flag', text: 'messages of one RMA may overtake each other' },
      delay: { kind: 'duration', text: 'wait before each first attempt' },
      concurrency: { kind: 'count', text: 'requests at the same time' },
      timeout: { kind: 'duration', text: 'real time that an attempt may take' },
    },
    answers: '`{"options": {}}` with what was given',
    act({ acts }, { body }) {
      acts.deliveries.setOptions(body);
      return { options: body };
    },
  }),
  route('GET /_sandbox/customer', {
    purpose: "The address of the retailer's endpoints.",
    answers: 'sandbox-customer',
    act: ({ acts }) => acts.customer(),
  }),
  route('POST /_sandbox/customer', {
    purpose:
      'Gives another address; without new credentials those of before go along within one origin only.',
    body: {
      url: { kind: 'nullable', text: 'the address, or null for none', required: true },
      auth: {
        kind: 'texts',
        text: '`kind` (basic, header, oauth) and the `content` of a file of `--customer-auth`',
      },
    },
    answers: 'sandbox-customer',
    act: ({ acts }, { body }) => acts.setCustomer(body.url, body.auth),
  }),
];
