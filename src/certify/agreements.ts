// What the interface leaves open and both sides have to agree upon: each question with what this installation does today.
import type { AgreementFacts, OpenQuestion } from './agreement-facts.ts';
import { ENDPOINT_QUESTIONS } from './agreements-endpoint.ts';
import { SENDING_QUESTIONS } from './agreements-sending.ts';
import type { Agreement } from './types.ts';

export const QUESTIONS: readonly OpenQuestion[] = [...SENDING_QUESTIONS, ...ENDPOINT_QUESTIONS];

export const agreementsOf = (facts: AgreementFacts): Agreement[] =>
  QUESTIONS.map(({ ours, ...question }) => ({ ...question, ours: ours?.(facts) ?? null }));
