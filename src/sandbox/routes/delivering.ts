// Routes of the messages to the retailer, the retailer's address, and the clock that both depend on.
import { UnreadableRequest } from './read-request.ts';
import { route } from './route.ts';
import { count, duration, flag, keys, share, text, textOrNull, texts, word, yes } from './shapes.ts';

const STATES = ['waiting', 'sending', 'delivered', 'given_up'] as const;

export const DELIVERING = [
  route('GET /_sandbox/clock', {
    purpose: 'The clock, and when the next thing is due.',
    answers: 'sandbox-clock',
    act: ({ acts }) => acts.clock.show(),
  }),
  route('POST /_sandbox/clock', {
    purpose: 'Turns a manual clock; what is due on the way happens at its own time. Give one key.',
    body: keys({
      advance: duration('by a duration such as `2h`').exactOptional(),
      at: text('to a time such as `2026-11-20T13:12:22Z`').exactOptional(),
      run_until_idle: yes('`true`: until nothing is due any more').exactOptional(),
    }),
    answers: 'sandbox-clock',
    act({ acts: { clock } }, _given, body) {
      const given = Object.keys(body);
      if (given.length !== 1)
        throw new UnreadableRequest(
          'the body',
          given.join(' and ') || 'nothing',
          'one of advance, at, run_until_idle',
        );
      if (body.advance !== undefined) return clock.advance(body.advance);
      return body.at === undefined ? clock.runUntilIdle() : clock.at(body.at);
    },
  }),
  route('GET /_sandbox/deliveries', {
    purpose: 'The messages to the retailer with every attempt, newest first.',
    query: {
      rma: text('only those of this RMA').exactOptional(),
      state: word(STATES, 'only those in this state').exactOptional(),
      limit: count('at most so many (100)').exactOptional(),
    },
    answers: 'sandbox-deliveries',
    act: ({ acts }, filter) => acts.deliveries.list(filter),
  }),
  route('GET /_sandbox/deliveries/{id}', {
    purpose: 'One message with its body.',
    answers: 'sandbox-delivery',
    act: ({ acts }, { id }) => acts.deliveries.show(id),
  }),
  route('POST /_sandbox/deliveries/{id}/redeliver', {
    purpose: 'Sends it once more from the beginning.',
    body: keys({}),
    answers: 'sandbox-delivery',
    act: ({ acts }, { id }) => acts.deliveries.redeliver(id),
  }),
  route('POST /_sandbox/deliveries/outage', {
    purpose: "The retailer cannot be reached for so long, on the sandbox's clock.",
    body: keys({ for: duration('a duration such as `31h`') }),
    answers: 'sandbox-outage',
    act: ({ acts }, _given, body) => acts.deliveries.outage(body.for),
  }),
  route('POST /_sandbox/deliveries/options', {
    purpose: 'How deliveries go wrong on purpose, from now on.',
    body: keys({
      duplicates: share('share of messages that are sent twice, 0 to 1').exactOptional(),
      reorder: flag('messages of one RMA may overtake each other').exactOptional(),
      delay: duration('wait before each first attempt').exactOptional(),
      concurrency: count('requests at the same time').exactOptional(),
      timeout: duration('real time that an attempt may take').exactOptional(),
    }),
    answers: '`{"options": {}}` with what was given',
    act({ acts }, _given, body) {
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
    body: keys({
      url: textOrNull('the address, or null for none'),
      auth: texts(
        '`kind` (basic, header, oauth) and the `content` of a file of `--customer-auth`',
      ).exactOptional(),
    }),
    answers: 'sandbox-customer',
    act: ({ acts }, _given, { url, auth }) => acts.setCustomer(url, auth),
  }),
];
