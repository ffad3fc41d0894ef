// One route of `/_sandbox/*`: what it is for, what it takes, and how it answers.
import type * as z from 'zod';
import { jsonAnswer, type Route } from '../../contract/serve.ts';
import type { ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { SandboxActs } from '../acts/acts.ts';
import type { Service } from '../intake/service.ts';
import { readBody, readQuery } from './read-request.ts';
import { keys } from './shapes.ts';

/** What a route works with. */
export interface Inside {
  readonly service: Service;
  readonly acts: SandboxActs;
}

export interface InsideRoute extends Route {
  /** What it does, one sentence. */
  readonly purpose: string;
  readonly query: z.ZodObject;
  /** Undefined: a body is not looked at. */
  readonly body: z.ZodType | undefined;
  /** Name of the document that it answers with (`sandbox-rma`), or what else it is. */
  readonly answers: string;
  readonly answer: (
    inside: Inside,
    request: ServerRequest,
    query: URLSearchParams,
    parameters: Readonly<Record<string, string>>,
  ) => Promise<ServerAnswer>;
}

type ParametersOf<Line> = Line extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & ParametersOf<Rest>
  : unknown;

/** `GET /_sandbox/rmas/{rma}`, and what it does. `act` returns a document, sent with status 200, or a whole answer. */
export function route<
  const Line extends `${'GET' | 'POST'} /_sandbox/${string}`,
  Query extends z.core.$ZodLooseShape = Record<never, never>,
  Body extends z.ZodType = z.ZodUndefined,
>(
  line: Line,
  declared: {
    readonly purpose: string;
    readonly query?: Query;
    readonly body?: Body;
    readonly answers: string;
    readonly act: (
      inside: Inside,
      given: ParametersOf<Line> & z.infer<z.ZodObject<Query>>,
      body: z.infer<Body>,
    ) => object | Promise<object>;
  },
): InsideRoute {
  const [method = '', path = ''] = line.split(' ');
  const { purpose, body, answers, act } = declared;
  const query = keys(declared.query ?? {});
  return {
    ...{ method, path, purpose, query, body, answers },
    async answer(inside, request, search, parameters) {
      const given = { ...parameters, ...readQuery(search, query) } as Parameters<typeof act>[1];
      const answer = await act(inside, given, (body && readBody(request, body)) as z.infer<Body>);
      return isAnswer(answer) ? answer : jsonAnswer(200, answer);
    },
  };
}

/** A document has a schema and no number as its status. */
const isAnswer = (value: object): value is ServerAnswer =>
  'status' in value && typeof value.status === 'number' && !('schema' in value);
