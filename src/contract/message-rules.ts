// JSON rules for any incoming message. The samples are raw texts, because a parsed value cannot show these errors.
import { NOT_JSON, ruleList } from './rule-list.ts';

const rules = ruleList({ source: 'this tool' });

export const keyDuplicate = rules.error('message.key.duplicate', {
  fixed: NOT_JSON,
  title: 'A key stands once in an object',
  explanation:
    'JSON readers differ on which of two values counts: most take the last, some the first, some refuse. This tool reads the last one, and says so.',
  say: (_args, path) => `${path || 'A key'} stands twice in one object; the last value counts.`,
  good: '{"rma_identifier":"RMA-1"}',
  bad: '{"rma_identifier":"RMA-1","rma_identifier":"RMA-2"}',
});

export const integerRounded = rules.error('message.integer.rounded', {
  fixed: NOT_JSON,
  title: 'Integers are below 2^53',
  explanation:
    'A larger integer is rounded by many JSON readers, so an identifier or an amount silently becomes another one. Identifiers are texts: write them in quotes. The raw bytes are recorded unchanged.',
  say: (_args, path) => `${path || 'The message'} is an integer beyond 2^53, which readers round.`,
  good: '{"rma_identifier":"9007199254740993"}',
  bad: '{"rma_identifier":9007199254740993}',
});

export const numberBeyond = rules.error('message.number.beyond', {
  fixed: NOT_JSON,
  title: 'Numbers can be held',
  explanation: 'A number beyond 1e308 becomes infinite when it is read, and null when it is written again.',
  say: (_args, path) => `${path || 'The message'} is a number larger than any that can be held.`,
  good: '{"weight":0.4}',
  bad: '{"weight":1e400}',
});

export const surrogateLone = rules.warning('message.text.surrogate', {
  title: 'Texts hold whole characters',
  explanation:
    'Half a character, written as an escape such as \\ud83d without its other half, cannot be stored as UTF-8: storing it changes the text. Usually a text was cut in the middle of an emoji.',
  say: (_args, path) => `${path || 'The message'} holds half a character (a lone surrogate).`,
  good: '{"return_reason":"\\ud83d\\ude00"}',
  bad: '{"return_reason":"\\ud83d"}',
});

export const nulCharacter = rules.warning('message.text.nul', {
  title: 'Texts hold no NUL character',
  explanation: 'Several databases refuse a text with NUL in it, and others cut it off there.',
  say: (_args, path) => `${path || 'The message'} holds a NUL character.`,
  good: '{"return_reason":"too small"}',
  bad: '{"return_reason":"too\\u0000small"}',
});

export const arrivalRules = rules.all;
