// One route of `/_sandbox/*`: what it is for, what it takes, and how it answers.
import { jsonAnswer, type Route } from '../../contract/serve.ts';
import type { ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { SandboxActs } from '../acts/acts.ts';
import type { Service } from '../service.ts';
import type { BodyOf, Field, Fields } from './fields.ts';
import { readBody, readQuery, readWhole } from './read-body.ts';

/** What a route works with. */
export interface Inside {
  readonly service: Service;
  readonly acts: SandboxActs;
}

export interface InsideRoute extends Route {
  /** What it does, one sentence. */
  readonly purpose: string;
  readonly query: Fields;
  /** The keys of its body, or what the body is as a whole. Undefined: a body is not looked at. */
  readonly body: Fields | undefined;
  readonly whole: Field | undefined;
  /** Name of the document that it answers with (`sandbox-rma`), or what else it is. */
  readonly answers: string;
  readonly answer: (
    inside: Inside,
    request: ServerRequest,
    query: URLSearchParams,
    parameters: Readonly<Record<string, string>>,
  ) => ServerAnswer | Promise<ServerAnswer>;
}

interface Declared<Q extends Fields, B extends Fields | undefined> {
  readonly purpose: string;
  readonly query?: Q;
  readonly body?: B;
  /** Instead of `body`: the body is one value. */
  readonly whole?: Field;
  readonly answers: string;
  /** Returns a document, sent with status 200, or a whole answer. */
  readonly act: (
    inside: Inside,
    given: {
      readonly query: BodyOf<Q>;
      readonly body: B extends Fields ? BodyOf<B> : undefined;
      readonly whole: unknown;
      readonly parameters: Readonly<Record<string, string>>;
    },
  ) => object | Promise<object>;
}

const NO_FIELDS = {} as const;

/** `GET /_sandbox/rmas/{rma}`, and what it does. */
export function route<
  const Q extends Fields = typeof NO_FIELDS,
  const B extends Fields | undefined = undefined,
>(
  line: `${'GET' | 'POST'} /_sandbox/${string}`,
  { purpose, query, body, whole, answers, act }: Declared<Q, B>,
): InsideRoute {
  const [method = '', path = ''] = line.split(' ');
  return {
    ...{ method, path, purpose, query: query ?? NO_FIELDS, body, whole, answers },
    async answer(inside, request, search, parameters) {
      const given = {
        query: readQuery(search, query ?? (NO_FIELDS as unknown as Q)),
        body: (body ? readBody(request, body) : undefined) as B extends Fields ? BodyOf<B> : undefined,
        whole: whole && readWhole(request, whole),
        parameters,
      };
      const answer = await act(inside, given);
      return isAnswer(answer) ? answer : jsonAnswer(200, answer);
    },
  };
}

/** A document has a schema and no number as its status. */
const isAnswer = (value: object): value is ServerAnswer =>
  'status' in value && typeof value.status === 'number' && !('schema' in value);
